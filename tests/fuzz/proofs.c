#include "proofs.h"

#include "../unit/walk.h"
#include "logic/check_proof.h"

#include <stdio.h>

enum { MUTANTS = 4, RUNS = 15, TRIES = 400, MUTANT_RUNS = 60 };
static const double SECONDS = 5;

static bool *claims_of(const struct verdict *v, const struct program *p, bool *any)
{
    bool *claimed = NEW_ARRAY(bool, v->results.size + 1);
    *any = false;
    for (uint32_t i = 0; i < v->results.size; i++) {
        claimed[i] = v->results.data[i].answer == ANSWER_PROVED && check_is_asked(&p->checks.data[i]);
        *any |= claimed[i];
    }
    return claimed;
}

static struct proof_check look(const struct proof *proof, const bool *claimed, struct arena *words)
{
    struct budget b = {.deadline = clock_wall() + SECONDS, .memory = 0};
    return proof_check(proof, claimed, &b, words);
}

/* One thing inside the expression is changed. */
static expr mutated(struct exprs *x, expr e, uint64_t *seed)
{
    uint64_t r = walk_random(seed);
    if ((e->op == E_AND || e->op == E_OR) && e->width == 1) {
        if (r % 4 == 0)
            return e->arg[r >> 8 & 1]; /* weaker, or stronger */
        expr part[2] = {e->arg[0], e->arg[1]};
        part[r >> 8 & 1] = mutated(x, part[r >> 8 & 1], seed);
        return expr_binary(x, e->op, part[0], part[1]);
    }
    if (e->op == E_EQ && r % 2 && expr_is_const(e->arg[1]))
        return expr_eq(x, e->arg[0], expr_const(x, e->arg[1]->width, e->arg[1]->value + 1));
    if (e->op == E_EQ && r % 2 && expr_is_const(e->arg[0]))
        return expr_eq(x, expr_const(x, e->arg[0]->width, e->arg[0]->value + 1), e->arg[1]);
    return r % 3 == 0 ? expr_not(x, e) : expr_bool(x, r % 3 == 1);
}

/* One pair is changed or left out, or a weight. */
static void mutate_pairs(struct proof *m, const struct proof *proof, uint64_t *seed)
{
    uint64_t r = walk_random(seed);
    m->pairwise = true;
    for (uint32_t i = 0; i < proof->pairs.size; i++) {
        struct proof_pair x = proof->pairs.data[i];
        bool it = i == (r >> 8) % proof->pairs.size;
        if (it && r % 4 == 0)
            continue;
        if (it)
            x.holds = mutated(proof->program->exprs, x.holds, seed);
        vector_push(&m->pairs, x);
    }
    vector_each(const struct proof_weight *, w, &proof->weights)
        vector_push(&m->weights, *w);
    if (m->weights.size && r % 3 == 0)
        m->weights.data[(r >> 16) % m->weights.size].weight++;
}

static struct proof *mutant(const struct proof *proof, uint64_t *seed)
{
    const struct program *p = proof->program;
    struct proof *m = proof_new(p);
    for (uint32_t k = 0; k < p->codes.size; k++)
        memcpy(m->invariants.data[k], proof->invariants.data[k], p->codes.data[k].locations.size * sizeof(expr));
    vector_each(const struct proof_ghost *, g, &proof->ghosts)
        vector_push(&m->ghosts, *g);
    vector_each(const struct proof_ghost_update *, u, &proof->ghost_updates)
        vector_push(&m->ghost_updates, *u);
    if (proof->pairwise) {
        mutate_pairs(m, proof, seed);
        return m;
    }
    uint32_t t = (uint32_t)(walk_random(seed) % p->template_count);
    uint32_t l = (uint32_t)(walk_random(seed) % p->codes.data[t].locations.size);
    expr *at = &m->invariants.data[t][l];
    *at = *at ? mutated(p->exprs, *at, seed) : expr_bool(p->exprs, false);
    return m;
}

static bool mutants_good(const struct proof *proof, const bool *claimed, const char *who, uint64_t seed,
                         struct proof_counts *counts)
{
    bool good = true;
    struct arena words = ARENA_EMPTY;
    for (int i = 0; i < MUTANTS && good; i++) {
        struct proof *m = mutant(proof, &seed);
        struct proof_check c = look(m, claimed, &words);
        counts->mutants_rejected += c.answer == PROOF_FAILS;
        counts->mutants_undecided += c.answer == PROOF_UNDECIDED;
        counts->mutants_good += c.answer == PROOF_HOLDS;
        if (c.answer == PROOF_HOLDS && !walk_within(m, seed, MUTANT_RUNS, TRIES)) {
            printf("  %s: a false proof is accepted\n", who);
            good = false;
        }
        proof_free(m);
    }
    arena_release(&words);
    return good;
}

bool proof_good(const struct verdict *v, const struct program *p, const char *who, struct proof_counts *counts)
{
    struct arena words = ARENA_EMPTY;
    uint64_t seed = program_fingerprint(p);
    bool any, *claimed = claims_of(v, p, &any), good = true;
    counts->missing += any && !v->proof;
    if (v->proof) {
        struct proof_check c = look(v->proof, claimed, &words);
        counts->hold += c.answer == PROOF_HOLDS;
        counts->undecided += c.answer == PROOF_UNDECIDED;
        counts->fail += c.answer == PROOF_FAILS;
        if (c.answer == PROOF_FAILS)
            printf("  %s: the proof does not hold: %s\n", who, c.why);
        bool within = c.answer != PROOF_HOLDS || walk_within(v->proof, seed, RUNS, TRIES);
        if (!within)
            printf("  %s: the proof was accepted, but a run leaves its invariants\n", who);
        good = within && c.answer != PROOF_FAILS && (c.answer != PROOF_HOLDS || mutants_good(v->proof, claimed, who, seed, counts));
    }
    mem_free(claimed);
    arena_release(&words);
    return good;
}
