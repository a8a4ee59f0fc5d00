#include "engines/guess/guess.h"

#include "base/log.h"
#include "base/statistics.h"
#include "engines/guess/sift.h"
#include "engines/shell.h"

enum { MOST_LOCATIONS = 400, MOST_INSTANCES = 40 };

static bool is_excluded(const struct candidates *c, uint32_t code, uint32_t location)
{
    vector_each(const expr *, e, &c->at[code][location])
        if (expr_is_false(*e))
            return true;
    return false;
}

/* Whether nobody gets to a location with these flags (of the check, if it is not NONE). */
static bool excludes(const struct candidates *c, uint8_t flags, uint32_t check, const struct location **reached)
{
    for (uint32_t k = 0; k < c->codes; k++)
        for (uint32_t l = 0; l < c->program->codes.data[k].locations.size; l++) {
            const struct location *at = &c->program->codes.data[k].locations.data[l];
            if (at->flags & flags && (check == NONE || at->check == check) && !is_excluded(c, k, l)) {
                *reached = at;
                return false;
            }
        }
    return true;
}

static void say(struct proof_builder *proof, const struct shares *shares, const struct candidates *c)
{
    for (uint32_t k = 0; k < c->codes; k++)
        for (uint32_t l = 0; l < c->program->codes.data[k].locations.size; l++) {
            expr all = expr_bool(c->exprs, true);
            vector_each(const expr *, e, &c->at[k][l])
                all = expr_and(c->exprs, all, *e);
            if (!expr_is_false(all))
                proof_add_case(proof, (struct proof_place){k, l}, all);
        }
    vector_each(const struct share *, one, &shares->list)
        proof_add_fact_everywhere(proof, expr_eq(c->exprs, program_cell_expr(c->program, one->cell, NULL), share_sum(shares, one)));
}

/* Whether something is proved. */
static bool decide(struct shell *s, const struct candidates *c)
{
    const struct location *reached = NULL;
    bool any = false;
    if (!excludes(c, LOC_UNSUPPORTED, NONE, &reached)) {
        shell_because(s, shell_unsupported(s, reached->reason, reached->pos));
        return false;
    }
    shell_because(s, BECAUSE(COARSE_GUESS));
    vector_each(const struct check *, k, &s->program->checks) /* one proof for all of them */
        if (shell_proved(s, k->id) && !excludes(c, LOC_ERROR, k->id, &reached))
            return false;
    vector_each(const struct check *, k, &s->program->checks)
        if (shell_open(s, k->id) && k->kind == CHECK_ERROR && excludes(c, LOC_ERROR, k->id, &reached)) {
            shell_prove(s, k->id);
            any = true;
        }
    return any;
}

enum attempt {
    PLAIN,
    SUMS,  /* with equations of three terms and shares of flags */
    SLOTS, /* with what every slot of an array holds */
};

static void try(struct shell *s, const struct task *task, enum attempt attempt)
{
    struct proof_builder proof = proof_begin(task->program, false);
    struct guess_ghosts ghosts = {.sums = attempt == SUMS};
    struct candidates candidates;
    const struct reason *why = NULL;
    bool with_facts = task->facts && task->facts_inductive && !task->facts->ghosts.size && !task->facts->pairwise, proved = false;
    shares_make(&ghosts.shares, &proof, attempt == SUMS);
    last_stores_make(&ghosts.last, &proof);
    if (attempt == SLOTS)
        any_slot_make(&ghosts.any, &proof);
    struct program *with = proof_with_ghosts(proof.proof);
    candidates_find(&candidates, &ghosts, with, with_facts ? task->facts : NULL, &task->budget);
    if (candidates_sift(&candidates, &ghosts.shares, &ghosts.any, with, &task->budget, task->statistics))
        proved = decide(s, &candidates);
    else
        shell_because(s, budget_ends(&task->budget, &why) ? why : BECAUSE(COARSE_GUESS));
    if (proved)
        say(&proof, &ghosts.shares, &candidates);
    else
        proof_cannot(&proof, BECAUSE(COARSE_GUESS));
    struct proof *made = proof_end(&proof, &why);
    if (proved)
        shell_give_proof(s, made, why);
    candidates_free(&candidates);
    program_free(with);
    shares_free(&ghosts.shares);
    last_stores_free(&ghosts.last);
    any_slot_free(&ghosts.any);
}

static void run(const struct task *task, struct verdict *verdict)
{
    struct shell s = shell_new(task, verdict);
    try(&s, task, PLAIN);
    if (shell_count_open(&s) && any_slot_wanted(task->program) && !budget_spent(&task->budget))
        try(&s, task, SLOTS);
    if (shell_count_open(&s) && !budget_spent(&task->budget))
        try(&s, task, SUMS);
}

static bool suits(const struct program *p, const struct reason **why_not)
{
    uint32_t locations = 0, instances = 0;
    *why_not = !program_asks(p, CHECK_ERROR) ? BECAUSE(CONDITIONS_ONLY)
               : program_has_unbounded(p)    ? BECAUSE(NO_ANY_NUMBER)
               : program_has_calls(p)        ? BECAUSE(NO_PROCEDURES)
                                             : NULL;
    if (*why_not)
        return false;
    *why_not = BECAUSE(PROGRAM_LARGE);
    for (uint32_t k = 0; k < p->template_count; k++) {
        locations += p->codes.data[k].locations.size;
        instances += p->codes.data[k].instances;
    }
    return locations <= MOST_LOCATIONS && instances <= MOST_INSTANCES;
}

const struct engine engine_guess = {
    .name = "guess",
    .summary = "invariants that drawn runs suggest, with each thread's share of a sum, kept if they are inductive",
    .suits = suits,
    .run = run,
    .invariants = true,
};
