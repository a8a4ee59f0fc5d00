#include "engines/guess/guess.h"

#include "base/log.h"
#include "base/statistics.h"
#include "engines/guess/sift.h"
#include "engines/shell.h"
#include "facts/numbered.h"
#include "logic/check_proof.h"

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

/* Of pairs of accesses, and of threads without bound (of which drawn runs show little, and numbered.h tells much), the checker of proofs is asked
 * first, whether this one is any good. */
static bool is_for_the_checker(const struct program *p, const struct check *k)
{
    return k->kind == CHECK_PAIR || program_has_unbounded(p);
}

/* Whether something is proved, or may be if the checker agrees. */
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
        if (shell_proved(s, k->id) && (k->kind == CHECK_PAIR || !excludes(c, LOC_ERROR, k->id, &reached)))
            return false;
    vector_each(const struct check *, k, &s->program->checks) {
        bool holds = shell_open(s, k->id) && (k->kind == CHECK_PAIR || excludes(c, LOC_ERROR, k->id, &reached));
        if (holds && !is_for_the_checker(s->program, k))
            shell_prove(s, k->id);
        any |= holds;
    }
    return any;
}

static bool holds(const struct shell *s, const struct proof *proof, const bool *claimed)
{
    struct arena words = {0};
    struct proof_check c = proof_check(proof, claimed, &s->task->budget, &words);
    log_info("guess: the proof %s%s%s", c.answer == PROOF_HOLDS ? "holds" : "is of no use", c.why ? ": " : "", c.why ? c.why : "");
    arena_release(&words);
    return c.answer == PROOF_HOLDS;
}

/* All of those that are left to it, or none. */
static void ask_the_checker(struct shell *s, const struct candidates *c, const struct proof *proof)
{
    const struct location *reached;
    bool *claimed = NEW_ARRAY(bool, s->program->checks.size + 1), any = false;
    vector_each(const struct check *, k, &s->program->checks) {
        claimed[k->id] = is_for_the_checker(s->program, k) && (shell_open(s, k->id) || shell_proved(s, k->id)) &&
                         (k->kind == CHECK_PAIR || excludes(c, LOC_ERROR, k->id, &reached));
        any |= claimed[k->id];
    }
    bool hold = any && holds(s, proof, claimed);
    vector_each(const struct check *, k, &s->program->checks)
        if (hold && claimed[k->id] && shell_open(s, k->id))
            shell_prove(s, k->id);
    mem_free(claimed);
}

enum attempt {
    PLAIN,
    SUMS,  /* with equations of three terms and shares of flags */
    SLOTS, /* with what every slot of an array holds */
};

struct words { /* what is told by the numbers of threads, and the program in which it is said */
    numbered_vector numbered;
    struct program *steps;
};

static void say_numbered(const struct words *w, struct proof_builder *proof)
{
    vector_each(const struct numbered *, n, &w->numbered)
        proof_add_fact(proof, (struct proof_place){n->code, n->location}, n->holds);
}

static void try(struct shell *s, const struct words *w, enum attempt attempt)
{
    const struct task *task = s->task;
    struct proof_builder proof = proof_begin(task->program, false);
    struct guess_ghosts ghosts = {.sums = attempt == SUMS};
    struct candidates candidates;
    const struct reason *why = NULL;
    uint32_t before = shell_count(s, ANSWER_PROVED);
    bool with_facts = task->facts && task->facts_inductive && !task->facts->ghosts.size && !task->facts->pairwise, proved = false;
    shares_make(&ghosts.shares, &proof, attempt == SUMS);
    last_stores_make(&ghosts.last, &proof);
    created_make(&ghosts.created, &proof);
    if (attempt == SLOTS)
        any_slot_make(&ghosts.any, &proof);
    struct program *with = proof_with_ghosts(proof.proof);
    numbered_say(with, &w->numbered);
    candidates_find(&candidates, &ghosts, with, w->steps, with_facts ? task->facts : NULL, &task->budget);
    if (candidates_sift(&candidates, &ghosts.shares, &ghosts.any, with, &task->budget, task->statistics))
        proved = decide(s, &candidates);
    else
        shell_because(s, budget_ends(&task->budget, &why) ? why : BECAUSE(COARSE_GUESS));
    if (proved) {
        say(&proof, &ghosts.shares, &candidates);
        say_numbered(w, &proof);
    } else {
        proof_cannot(&proof, BECAUSE(COARSE_GUESS));
    }
    struct proof *made = proof_end(&proof, &why);
    if (proved && made)
        ask_the_checker(s, &candidates, made);
    if (shell_count(s, ANSWER_PROVED) != before)
        shell_give_proof(s, made, why);
    else
        proof_free(made);
    candidates_free(&candidates);
    program_free(with);
    shares_free(&ghosts.shares);
    last_stores_free(&ghosts.last);
    any_slot_free(&ghosts.any);
    vector_free(&ghosts.created);
}

static void run(const struct task *task, struct verdict *verdict)
{
    struct shell s = shell_new(task, verdict);
    struct words w = {.steps = program_clone(task->program)};
    numbered_find(task->program, &w.numbered);
    numbered_say(w.steps, &w.numbered);
    try(&s, &w, PLAIN);
    if (shell_count_open(&s) && any_slot_wanted(task->program) && !budget_spent(&task->budget))
        try(&s, &w, SLOTS);
    if (shell_count_open(&s) && !budget_spent(&task->budget))
        try(&s, &w, SUMS);
    vector_free(&w.numbered);
    program_free(w.steps);
}

static bool suits(const struct program *p, const struct reason **why_not)
{
    uint32_t locations = 0, instances = 0;
    *why_not = program_asks(p, CHECK_STUCK) ? BECAUSE(CONDITIONS_ONLY) : program_has_calls(p) ? BECAUSE(NO_PROCEDURES) : NULL;
    if (*why_not)
        return false;
    *why_not = BECAUSE(PROGRAM_LARGE);
    for (uint32_t k = 0; k < p->template_count; k++) {
        locations += p->codes.data[k].locations.size;
        instances += p->codes.data[k].instances == UNBOUNDED ? 1 : p->codes.data[k].instances;
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
