#include "portfolio/fine.h"

#include "base/effort.h"
#include "base/log.h"
#include "base/memory.h"
#include "engines/everywhere.h"
#include "passes/passes.h"
#include "portfolio/evidence.h"
#include "portfolio/portfolio.h"

/* The same question about the program with every interruption. */
static struct pipeline *ask_finely(const struct pipeline *l)
{
    struct pipeline *fine = NEW(struct pipeline);
    struct options *own = ARENA_NEW(&fine->words, struct options); /* shares the vectors */
    *own = *l->options;
    own->engine = "auto";
    own->check_proofs = true;
    own->invariant = NULL;
    own->use_invariants = true; /* what is only told holds as well: a report shows it if nobody has a whole proof */
    *fine = (struct pipeline){.options = own,
                              .words = fine->words,
                              .exprs = l->exprs,
                              .original = l->original,
                              .small = l->original,
                              .asked = l->asked,
                              .needs = REPORT_NEEDS_PROOF,
                              .is_fine = true};
    pipeline_passes(fine);
    return fine;
}

static void tell_state(const struct evidence *e)
{
    log_info("invariants for the reports: %s: %s", e->engine,
             e->state == EVIDENCE_HOLDS ? "hold"
             : e->why                   ? e->why
                                        : "not checked");
}

/* What each variable may hold at all, of the program as it is: for reports that have nothing else to show. */
static void find_values(struct pipeline *fine, const struct budget *budget, struct report *r)
{
    struct proof *proof = interrupted() ? NULL : values_everywhere(fine->original);
    if (!proof)
        return;
    struct version *whole = ARENA_NEW(&fine->words, struct version);
    whole->program = fine->original;
    bool *proves = NEW_ARRAY(bool, fine->original->checks.size + 1);
    struct evidence *e = evidence_new(fine, "values", whole, proof, proves);
    struct process *of[] = {&e->process};
    struct budget own = {.deadline = clock_wall() + CLOCK_FINE_VALUES, .memory = budget->memory};
    if (budget->deadline > 0 && own.deadline > budget->deadline - CLOCK_FINE_INVARIANTS_STOP)
        own.deadline = budget->deadline - CLOCK_FINE_INVARIANTS_STOP;
    evidence_check(e, &own);
    while (e->state == EVIDENCE_CHECKING) {
        process_poll(of, 1, CLOCK_WATCH);
        if (e->process.pid <= 0)
            evidence_finish(e, &fine->words);
    }
    tell_state(e);
    if (e->state == EVIDENCE_HOLDS)
        r->values = proof;
    mem_free(proves);
}

/* They become the report's proofs, if there are any. */
static void take_what_holds(const struct pipeline *fine, struct report *r)
{
    uint32_t count = 0;
    vector_each(struct evidence **, e, &fine->evidence) {
        tell_state(*e);
        if ((*e)->state != EVIDENCE_HOLDS)
            continue;
        if (!count++)
            r->proofs.size = 0;
        vector_push(&r->proofs, (*e)->proof);
    }
    r->fine_proofs |= count > 0;
}

void find_fine_invariants(struct pipeline *l, const struct budget *budget, struct report *r)
{
    struct report answers = {0};
    double seconds = CLOCK_FINE_INVARIANTS, share = SHARE_FINE_INVARIANTS * (budget_left(budget) - CLOCK_FINE_INVARIANTS_STOP);
    seconds = seconds < share ? seconds : share; /* what is left is a large number if there is no limit */
    if (seconds < CLOCK_FINE_INVARIANTS_LEAST || interrupted())
        return;
    struct budget limits = {.deadline = clock_wall() + seconds, .memory = budget->memory};
    progress("invariants for the reports");
    l->fine = ask_finely(l);
    if (r->checks.size)
        portfolio_run(l->fine, &limits, &answers);
    if (answers.answer == REPORT_VIOLATED) {
        log_error("internal error: what is proved is violated where invariants are searched; this is a bug in heddle");
        r->internal_error = true;
        r->answer = REPORT_OPEN;
        r->reason = "internal error: engines contradict each other";
    }
    take_what_holds(l->fine, r);
    find_values(l->fine, budget, r);
    pipeline_free_report(&answers);
}
