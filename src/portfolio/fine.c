#include "portfolio/fine.h"

#include "base/effort.h"
#include "base/log.h"
#include "base/memory.h"
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
    portfolio_run(l->fine, &limits, &answers);
    if (answers.answer == REPORT_VIOLATED) {
        log_error("internal error: what is proved is violated where invariants are searched; this is a bug in heddle");
        r->internal_error = true;
        r->answer = REPORT_OPEN;
        r->reason = "internal error: engines contradict each other";
    }
    bool any = false;
    vector_each(struct evidence **, e, &l->fine->evidence) {
        log_info("invariants for the reports: %s: %s", (*e)->engine,
                 (*e)->state == EVIDENCE_HOLDS ? "hold"
                 : (*e)->why                   ? (*e)->why
                                               : "not checked");
        any |= (*e)->state == EVIDENCE_HOLDS;
    }
    if (any) {
        r->proofs.size = 0;
        r->fine_proofs = true;
        vector_each(struct evidence **, e, &l->fine->evidence)
            if ((*e)->state == EVIDENCE_HOLDS)
                vector_push(&r->proofs, (*e)->proof);
    }
    pipeline_free_report(&answers);
}
