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

/* Whether the invariants of all instances hold in this state. Others need not be right while someone is in an atomic
 * section. */
static inline bool walk_state_good(const struct machine *m, const struct proof *proof, uint32_t unbounded)
{
    const struct program *p = proof->program;
    bool section = false;
    for (uint32_t t = 0; t < p->template_count; t++)
        for (uint32_t n = 0; n < (p->codes.data[t].instances == UNBOUNDED ? unbounded : p->codes.data[t].instances); n++)
            section |= machine_in_atomic(m, t, n);
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
        good = walk_state_good(m, proof, INSTANCES);
        for (unsigned k = 0; good && k < tries && !machine_halted(m); k++) {
            uint32_t t = (uint32_t)(walk_random(&seed) % p->template_count);
            const struct code *c = &p->codes.data[t];
            uint32_t n = (uint32_t)(walk_random(&seed) % (c->instances == UNBOUNDED ? INSTANCES : c->instances));
            uint32_t l = machine_location(m, t, n), out = out_end(c, l) - out_begin(c, l);
            if (!out)
                continue;
            uint32_t edge = c->out_edge.data[out_begin(c, l) + walk_random(&seed) % out];
            if (walk_try(m, p, t, n, edge, &seed) && !machine_halted(m))
                good = walk_state_good(m, proof, INSTANCES);
        }
        machine_free(m);
    }
    program_free(p);
    return good;
}

#endif
