/* From what the analysis has found out to answers, and to a proof of them that anybody can check.
 *
 * There are two kinds of proof: what is known of own cells at each location together with all that is ever written
 * (invariants.c), if that is inductive; and pairs of locations (pairs.c), which are always inductive but must prove the
 * checks again. A conjunction of both is inductive too. Where neither shows a check that the order of events has
 * proved, there is no proof. */
#include "engines/flow/pairs.h"

#include <string.h>

/* Whether some thread can be at the location, as far as the analysis can tell. */
static bool reachable(const struct flow *f, uint32_t code, uint32_t location)
{
    for (uint32_t t = 0; t < f->threads->threads.size; t++)
        if (f->interpreted[t].space && f->threads->threads.data[t].code == code && f->interpreted[t].at[location].size)
            return true;
    return false;
}

const struct location *decide_unsupported(const struct flow *f)
{
    for (uint32_t k = 0; k < f->program->template_count; k++) {
        const struct code *c = &f->program->codes.data[k];
        for (uint32_t l = 0; l < c->locations.size; l++)
            if (c->locations.data[l].flags & LOC_UNSUPPORTED && reachable(f, k, l))
                return &c->locations.data[l];
    }
    return NULL;
}

bool decide_checks(struct flow *f)
{
    const struct program *p = f->program;
    bool any = decide_unsupported(f) != NULL;
    memset(f->open, 0, p->checks.size * sizeof *f->open);
    for (uint32_t k = 0; k < p->template_count; k++) {
        const struct code *c = &p->codes.data[k];
        for (uint32_t l = 0; l < c->locations.size; l++)
            if (c->locations.data[l].flags & LOC_ERROR && c->locations.data[l].check != NONE && reachable(f, k, l))
                f->open[c->locations.data[l].check] = true;
    }
    vector_each(const struct check *, x, &p->checks) {
        if (x->property == PROPERTY_RACE && x->property == f->task->property)
            f->open[x->id] = race_possible(f, x);
        any |= f->open[x->id] && x->property == f->task->property;
    }
    return any;
}

/* Checks that the pairs prove are not open any more. Whether they prove all that is not open now. */
static bool close_by_pairs(struct flow *f, const struct pairs *pairs)
{
    const struct program *p = f->program;
    bool *possible = NEW_ARRAY(bool, p->checks.size + 1), all = true;
    for (uint32_t k = 0; k < p->template_count; k++) {
        const struct code *c = &p->codes.data[k];
        for (uint32_t l = 0; l < c->locations.size; l++)
            if (c->locations.data[l].flags & LOC_ERROR && c->locations.data[l].check != NONE && pairs_reachable(pairs, k, l))
                possible[c->locations.data[l].check] = true;
    }
    vector_each(const struct check *, x, &p->checks) {
        if (x->property != f->task->property)
            continue;
        if (x->property == PROPERTY_RACE)
            possible[x->id] = pairs_race(pairs, x);
        f->open[x->id] &= possible[x->id];
        all &= f->open[x->id] || !possible[x->id];
    }
    mem_free(possible);
    return all;
}

static bool pairs_meet_unsupported(const struct flow *f, const struct pairs *pairs)
{
    for (uint32_t k = 0; k < f->program->template_count; k++) {
        const struct code *c = &f->program->codes.data[k];
        for (uint32_t l = 0; l < c->locations.size; l++)
            if (c->locations.data[l].flags & LOC_UNSUPPORTED && pairs_reachable(pairs, k, l))
                return true;
    }
    return false;
}

/* What both say. Takes over b. */
static void proof_and(struct proof *a, struct proof *b)
{
    struct exprs *x = a->program->exprs;
    for (uint32_t k = 0; k < a->program->template_count; k++)
        for (uint32_t l = 0; l < a->program->codes.data[k].locations.size; l++) {
            expr *one = &a->invariants.data[k][l], two = b->invariants.data[k][l];
            *one = !*one ? two : two ? expr_and(x, *one, two) : *one;
        }
    proof_free(b);
}

static void answer(const struct flow *f, struct verdict *v)
{
    uint32_t n = 0;
    vector_each(const struct check *, x, &f->program->checks) {
        if (x->property != f->task->property)
            continue;
        if (f->open[x->id])
            n++;
        else
            v->results.data[x->id].answer = ANSWER_PROVED;
    }
    if (n)
        verdict_reason(v, "the abstraction is too coarse for %u check%s; try another engine or --domain", n,
                       n == 1 ? "" : "s");
}

void decide_verdict(struct flow *f, struct verdict *v)
{
    const struct location *unsupported = decide_unsupported(f);
    bool open = decide_checks(f), simple = f->task->property != PROPERTY_RACE && flow_proof_is_inductive(f);
    struct pairs *pairs = f->mode == FULL && (open || !simple) ? pairs_compute(f, open) : NULL;
    bool all = false;
    if (pairs && pairs_meet_unsupported(f, pairs)) {
        pairs_free(pairs);
        pairs = NULL;
    }
    if (pairs)
        all = close_by_pairs(f, pairs);
    if (unsupported && !pairs) {
        verdict_reason(v, "%s at %s:%u", unsupported->reason ? unsupported->reason : "something that is not modelled",
                       unsupported->pos.file ? unsupported->pos.file : "?", unsupported->pos.line);
        return;
    }
    answer(f, v);
    if (simple && !unsupported)
        v->proof = flow_proof(f, true);
    if (pairs && v->proof)
        proof_and(v->proof, pairs_proof(pairs));
    else if (pairs && all)
        v->proof = pairs_proof(pairs);
    pairs_free(pairs);
}
