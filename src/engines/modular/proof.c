/* Each thread state is a conjunction: what it knows of the frame and of the store. A location's invariant is the
 * disjunction over its states, and over the kinds that run the code. Where steps depend on the values that a cell takes
 * at any time, the cell's domain is part of every invariant. */
#include "engines/modular/proof.h"

#include "engines/explicit/facts.h"

enum { MOST_STATES = 4000, MOST_PARTS = 100000 };

static expr state_facts(const struct fixpoint *f, const struct kind *k, const struct state *s)
{
    const struct world *w = f->world;
    struct exprs *x = w->program->exprs;
    const uint64_t *frame = kind_frame(k, s->frame);
    expr all = expr_and(x, facts_of_store(k->sight, kind_store(k, s->store)),
                        facts_of_frame(w, (uint32_t)(frame[0] >> 32), frame + 1));
    all = expr_and(x, all, facts_of_sorts(k->sight, kind_store(k, s->store), (uint32_t)(frame[0] >> 32), frame + 1));
    if (w->relative || w->program->codes.data[k->sight->template].instances == 1)
        return all;
    return expr_and(x, all, expr_eq(x, expr_self(x), expr_const(x, SELF_WIDTH, k->sight->self)));
}

static bool small_enough(const struct fixpoint *f)
{
    uint64_t states = 0, parts = 0;
    for (uint32_t k = 0; k < f->kind_count; k++) {
        states += f->kinds[k].states.size;
        parts += (uint64_t)f->kinds[k].states.size * (f->kinds[k].sight->units.size + 1);
    }
    return states <= MOST_STATES && parts <= MOST_PARTS && !program_has_calls(f->world->program) && !f->sections;
}

struct proof *proof_of(const struct fixpoint *f)
{
    const struct program *p = f->world->program;
    struct exprs *x = p->exprs;
    expr domains = small_enough(f) ? facts_of_domains(f->world) : NULL;
    if (!domains)
        return NULL;
    struct proof *proof = proof_new(p);
    for (uint32_t c = 0; c < p->codes.size; c++)
        for (uint32_t l = 0; l < p->codes.data[c].locations.size; l++)
            proof->invariants.data[c][l] = expr_bool(x, false);
    for (uint32_t k = 0; k < f->kind_count; k++)
        for (uint32_t i = 0; i < f->kinds[k].states.size; i++) {
            const struct state *s = kind_state(&f->kinds[k], i);
            uint64_t where = kind_frame(&f->kinds[k], s->frame)[0];
            expr *at = &proof->invariants.data[where >> 32][(uint32_t)where];
            *at = expr_or(x, *at, expr_and(x, domains, state_facts(f, &f->kinds[k], s)));
        }
    return proof;
}
