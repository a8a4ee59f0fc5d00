/* Random runs of a program by the interpreter, to see whether a proof says the truth: a test that owes nothing to a solver.
 * For a proof that was found good, no run may leave its invariants; for one that a run leaves, the checker must say no. */
#ifndef HEDDLE_TESTS_WALK_H
#define HEDDLE_TESTS_WALK_H

#include "program/machine.h"
#include "program/proof.h"

static inline uint64_t walk_random(uint64_t *seed)
{
    uint64_t x = *seed += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

struct walk_inputs {
    struct trace scratch;
    struct trace_step *step;
    uint64_t *seed;
};

static inline void walk_input(void *context, expr e)
{
    struct walk_inputs *w = context;
    if (e->op != E_INPUT)
        return;
    for (uint32_t i = 0; i < w->step->input_count; i++)
        if (w->step->inputs[i].site == e->value)
            return;
    uint64_t r = walk_random(w->seed);
    trace_add_input(&w->scratch, w->step, (uint32_t)e->value, r % 4 < 3 ? r >> 8 & 3 : r >> 8);
}

/* Tries one edge of an instance, with inputs by chance. */
static inline bool walk_try(struct machine *m, const struct program *p, uint32_t t, uint32_t n, uint32_t edge, uint64_t *seed)
{
    struct walk_inputs w = {.seed = seed};
    const struct action *a = &p->codes.data[t].edges.data[edge].action;
    w.step = trace_add(&w.scratch, t, n, t, edge);
    expr_visit(a->guard, walk_input, &w);
    for (uint32_t i = 0; i < a->update_count; i++) {
        expr_visit(a->updates[i].value, walk_input, &w);
        if (a->updates[i].index)
            expr_visit(a->updates[i].index, walk_input, &w);
    }
    bool done = machine_step(m, w.step) == STEP_DONE;
    vector_free(&w.scratch.steps);
    arena_release(&w.scratch.arena);
    return done;
}

struct walk_partner {
    const struct machine *m;
    const struct proof *plain; /* of the program without ghosts */
    uint32_t code, instance, other, other_instance;
};

/* The partner's cells and its id, as values. */
static inline expr walk_partner_leaf(void *context, expr leaf, expr index)
{
    const struct walk_partner *w = context;
    const struct program *p = w->plain->program;
    uint32_t first = proof_partner(w->plain, 0), id = proof_partner_id(w->plain);
    if ((leaf->op != E_CELL && leaf->op != E_READ) || leaf->value < first)
        return NULL;
    uint64_t at = index ? machine_eval(w->m, w->code, w->instance, index, NULL) : 0;
    uint64_t value = leaf->value == id ? p->codes.data[w->other].first_id + (uint64_t)w->other_instance
                                       : machine_read(w->m, w->other, w->other_instance, (uint32_t)leaf->value - first, at);
    return expr_const(p->exprs, leaf->width, value);
}

/* Whether a proof by pairs is right about two instances. */
static inline bool walk_pair_good(struct walk_partner w)
{
    uint32_t a = machine_location(w.m, w.code, w.instance), b = machine_location(w.m, w.other, w.other_instance);
    vector_each(const struct proof_pair *, x, &w.plain->pairs) {
        if (x->code != w.code || x->location != a || x->other != w.other || x->other_location != b)
            continue;
        expr e = expr_rewrite(w.plain->program->exprs, x->holds, walk_partner_leaf, &w, NULL);
        return machine_eval(w.m, w.code, w.instance, e, NULL);
    }
    return w.code > w.other || (w.code == w.other && a > b); /* it is said the other way round */
}

static inline uint32_t walk_instances(const struct code *c, uint32_t unbounded)
{
    return c->instances == UNBOUNDED ? unbounded : c->instances;
}

static inline bool walk_pairs_good(const struct machine *m, const struct proof *plain, uint32_t unbounded)
{
    const struct program *p = plain->program;
    for (uint32_t t = 0; t < p->template_count; t++)
        for (uint32_t n = 0; n < walk_instances(&p->codes.data[t], unbounded); n++)
            for (uint32_t u = 0; u < p->template_count; u++)
                for (uint32_t i = 0; i < walk_instances(&p->codes.data[u], unbounded); i++)
                    if ((t != u || n != i) && !walk_pair_good((struct walk_partner){m, plain, t, n, u, i}))
                        return false;
    vector_each(const struct proof_weight *, w, &plain->weights) {
        const struct cell *c = &p->cells.data[w->cell];
        uint64_t sum = c->init;
        for (uint32_t t = 0; t < p->template_count; t++)
            for (uint32_t n = 0; n < walk_instances(&p->codes.data[t], unbounded); n++)
                vector_each(const struct proof_weight *, x, &plain->weights)
                    if (x->cell == w->cell && x->code == t && x->location == machine_location(m, t, n))
                        sum += (uint64_t)x->weight;
        if ((sum & width_mask(c->width)) != machine_read(m, NONE, 0, w->cell, 0))
            return false;
    }
    return true;
}

/* Whether the invariants of all instances hold in this state. Others need not be right while someone is in an atomic
 * section. */
static inline bool walk_state_good(const struct machine *m, const struct proof *proof, const struct proof *plain,
                                   uint32_t unbounded)
{
    const struct program *p = proof->program;
    bool section = false;
    for (uint32_t t = 0; t < p->template_count; t++)
        for (uint32_t n = 0; n < (p->codes.data[t].instances == UNBOUNDED ? unbounded : p->codes.data[t].instances); n++)
            section |= machine_in_atomic(m, t, n);
    if (proof->pairwise)
        return section || walk_pairs_good(m, plain, unbounded);
    for (uint32_t t = 0; t < p->template_count; t++)
        for (uint32_t n = 0; n < (p->codes.data[t].instances == UNBOUNDED ? unbounded : p->codes.data[t].instances); n++) {
            expr e = proof->invariants.data[t][machine_location(m, t, n)];
            if (e && (!section || machine_in_atomic(m, t, n)) && !machine_eval(m, t, n, e, NULL))
                return false;
        }
    return true;
}

/* Whether this many random runs of so many tries stay within the invariants. Programs without procedures. */
static inline bool walk_within(const struct proof *proof, uint64_t seed, unsigned runs, unsigned tries)
{
    enum { INSTANCES = 3 };
    struct program *p = proof_with_ghosts(proof);
    struct proof about_it = *proof;
    const struct proof *plain = proof;
    bool good = true;
    about_it.program = p;
    proof = &about_it;
    for (unsigned r = 0; good && r < runs; r++) {
        struct machine *m = machine_new(p, INSTANCES);
        vector_each(const struct cell *, c, &p->cells)
            if (c->arbitrary && cell_is_shared(c) && !c->dropped && !cell_is_array(c)) {
                struct trace_initial i = {c->id, NONE, 0, 0, walk_random(&seed) & 3};
                machine_set_initial(m, &i);
            }
        good = walk_state_good(m, proof, plain, INSTANCES);
        for (unsigned k = 0; good && k < tries && !machine_halted(m); k++) {
            uint32_t t = (uint32_t)(walk_random(&seed) % p->template_count);
            const struct code *c = &p->codes.data[t];
            uint32_t n = (uint32_t)(walk_random(&seed) % (c->instances == UNBOUNDED ? INSTANCES : c->instances));
            uint32_t l = machine_location(m, t, n), out = out_end(c, l) - out_begin(c, l);
            if (!out)
                continue;
            uint32_t edge = c->out_edge.data[out_begin(c, l) + walk_random(&seed) % out];
            if (walk_try(m, p, t, n, edge, &seed) && !machine_halted(m))
                good = walk_state_good(m, proof, plain, INSTANCES);
        }
        machine_free(m);
    }
    program_free(p);
    return good;
}

#endif
