/* Each thread state is a conjunction: what it knows of the frame and of the store. A location's invariant is the
 * disjunction over its states, and over the kinds that run the code. Where steps depend on the values that a cell takes
 * at any time, the cell's domain is part of every invariant. */
#include "engines/modular/proof.h"

#include "execute/partial/literals.h"
#include "program/proof_build.h"

enum { MOST_PARTS = 100000, MANY_WAYS = 300, LONGEST_WAY = 40 };

/* What is known of an instance with this frame (code << 32 | location, bank) and store. */
static expr state_facts(const struct fixpoint *f, const struct modular_kind *k, const uint64_t *frame, const uint64_t *store)
{
    const struct partial_model *w = f->model;
    struct exprs *x = w->program->exprs;
    uint32_t code = (uint32_t)(frame[0] >> 32);
    expr all = expr_and(x, literals_of_store(k->sight, store), literals_of_frame(w, code, frame + 1));
    all = expr_and(x, all, literals_of_sorts(k->sight, store, code, frame + 1));
    return w->relative ? all : expr_and(x, all, instance_is_self(w->program, k->sight->template, k->sight->instance));
}

/* Edges on all ways through the atomic section from this location on; MANY_WAYS if there are more, or a loop. */
static uint32_t ways(const struct code *c, uint32_t location, uint32_t depth)
{
    uint32_t n = 0;
    for (uint32_t i = out_begin(c, location); i < out_end(c, location) && n < MANY_WAYS; i++) {
        bool on = c->locations.data[out_edge(c, i)->to].flags & LOC_ATOMIC;
        n += 1 + (on && depth < LONGEST_WAY ? ways(c, out_edge(c, i)->to, depth + 1) : on ? MANY_WAYS : 0);
    }
    return n < MANY_WAYS ? n : MANY_WAYS;
}

/* A section with a loop or with very many ways through it is not one step for whoever checks the proof; then what
 * others know does not hold in between. */
static bool sections_are_steps(const struct program *p)
{
    vector_each(const struct code *, c, &p->codes)
        for (uint32_t l = 0; l < c->locations.size; l++)
            if (!(c->locations.data[l].flags & LOC_ATOMIC) && ways(c, l, 0) == MANY_WAYS)
                return false;
    return true;
}

static bool small_enough(const struct fixpoint *f)
{
    uint64_t states = 0, parts = 0;
    for (uint32_t k = 0; k < f->kind_count; k++) {
        uint64_t here = f->kinds[k].states.size + f->kinds[k].insides.size;
        states += here;
        parts += here * (f->kinds[k].sight->units.size + 1);
    }
    return states <= MOST_IN_PROOF && parts <= MOST_PARTS && !program_has_calls(f->model->program) && !f->insides_left_out &&
           (!f->sections || sections_are_steps(f->model->program));
}

static struct proof_place place_of(const uint64_t *frame)
{
    return (struct proof_place){(uint32_t)(*frame >> 32), (uint32_t)*frame};
}

struct proof *modular_proof(const struct fixpoint *f, const struct reason **why_not)
{
    struct exprs *x = f->model->program->exprs;
    expr domains = small_enough(f) ? literals_of_domains(f->model) : NULL;
    *why_not = BECAUSE(UNPROVED_STATES);
    if (!domains || (f->sections && !expr_is_true(domains))) /* inside sections cells may have other values */
        return NULL;
    struct proof_builder b = proof_begin(f->model->program, false);
    for (uint32_t i = 0; i < f->kind_count; i++) {
        const struct modular_kind *k = &f->kinds[i];
        for (uint32_t s = 0; s < k->states.size; s++) {
            const uint64_t *frame = kind_frame(k, kind_state(k, s)->frame);
            const uint64_t *store = kind_store(k, kind_state(k, s)->store);
            proof_add_case(&b, place_of(frame), expr_and(x, domains, state_facts(f, k, frame, store)));
        }
        for (uint32_t s = 0; s < k->insides.size; s++) {
            const uint64_t *frame = intern_bytes(&k->insides, s, NULL);
            uint32_t n = bank_words(f->model->frame_size[frame[0] >> 32]);
            proof_add_case(&b, place_of(frame), state_facts(f, k, frame, frame + 1 + n));
        }
    }
    return proof_end(&b, why_not);
}
