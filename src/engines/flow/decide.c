/* From what the analysis has found out to answers, and to a proof of them that anybody can check.
 *
 * There are two kinds of proof: what is known of own cells at each location together with all that is ever written,
 * weakened until it is inductive (inductive.c), and pairs of locations (pairs.c). Both must show the checks again; a
 * conjunction of both is inductive too. Where neither shows a check that the order of events has proved, there is no
 * proof. */
#include "engines/flow/inductive.h"
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

/* A second look at the program, by one of the two ways that give proofs. */
struct look {
    const struct inductive *inductive;
    const struct pairs *pairs; /* one of them is NULL */
};

static bool look_reachable(const struct look *k, uint32_t code, uint32_t location)
{
    return k->pairs ? pairs_reachable(k->pairs, code, location) : inductive_reachable(k->inductive, code, location);
}

static bool look_meets(const struct flow *f, const struct look *k, uint8_t flag)
{
    for (uint32_t t = 0; t < f->program->template_count; t++) {
        const struct code *c = &f->program->codes.data[t];
        for (uint32_t l = 0; l < c->locations.size; l++)
            if (c->locations.data[l].flags & flag && look_reachable(k, t, l))
                return true;
    }
    return false;
}

/* By check, whether it can fail as far as this look can tell. All can if something that is not modelled can be reached. */
static void look_at(const struct flow *f, const struct look *k, bool *possible)
{
    const struct program *p = f->program;
    bool unsupported = look_meets(f, k, LOC_UNSUPPORTED);
    for (uint32_t t = 0; t < p->template_count; t++) {
        const struct code *c = &p->codes.data[t];
        for (uint32_t l = 0; l < c->locations.size; l++)
            if (c->locations.data[l].flags & LOC_ERROR && c->locations.data[l].check != NONE && look_reachable(k, t, l))
                possible[c->locations.data[l].check] = true;
    }
    vector_each(const struct check *, x, &p->checks) {
        if (x->property == PROPERTY_RACE && x->property == f->task->property)
            possible[x->id] = k->pairs ? pairs_race(k->pairs, x) : inductive_race(k->inductive, x);
        possible[x->id] |= unsupported;
    }
}

/* Whether each check is open, or shown by one of the two. */
static bool all_shown(const struct flow *f, const bool *possible, const bool *also)
{
    vector_each(const struct check *, x, &f->program->checks)
        if (x->property == f->task->property && !f->open[x->id] && possible[x->id] && (!also || also[x->id]))
            return false;
    return true;
}

/* What both say. Takes over b. */
static struct proof *proof_and(struct proof *a, struct proof *b)
{
    struct exprs *x = a->program->exprs;
    for (uint32_t k = 0; k < a->program->template_count; k++)
        for (uint32_t l = 0; l < a->program->codes.data[k].locations.size; l++) {
            expr *one = &a->invariants.data[k][l], two = b->invariants.data[k][l];
            *one = !*one ? two : two ? expr_and(x, *one, two) : *one;
        }
    proof_free(b);
    return a;
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

/* Closes checks that the pairs prove. False if something that is not modelled can still be reached. */
static bool close_by_pairs(struct flow *f, const bool *possible, const struct pairs *pairs)
{
    const struct look look = {NULL, pairs};
    for (uint32_t i = 0; pairs && i < f->program->checks.size; i++)
        f->open[i] &= possible[i];
    return !decide_unsupported(f) || (pairs && !look_meets(f, &look, LOC_UNSUPPORTED));
}

void decide_verdict(struct flow *f, struct verdict *v)
{
    uint32_t n = f->program->checks.size;
    bool *by_inductive = NEW_ARRAY(bool, n + 1), *by_pairs = NEW_ARRAY(bool, n + 1);
    bool open = decide_checks(f);
    struct inductive *inductive = inductive_compute(f);
    if (inductive)
        look_at(f, &(struct look){inductive, NULL}, by_inductive);
    bool enough = inductive && all_shown(f, by_inductive, NULL);
    struct pairs *pairs = f->mode == FULL && (open || !enough) ? pairs_compute(f, open) : NULL;
    if (pairs)
        look_at(f, &(struct look){NULL, pairs}, by_pairs);
    if (close_by_pairs(f, by_pairs, pairs)) {
        answer(f, v);
        if (inductive && all_shown(f, by_inductive, NULL))
            v->proof = inductive_proof(inductive);
        else if (pairs && all_shown(f, by_pairs, NULL))
            v->proof = pairs_proof(pairs);
        else if (inductive && pairs && all_shown(f, by_inductive, by_pairs))
            v->proof = proof_and(inductive_proof(inductive), pairs_proof(pairs));
    } else {
        const struct location *l = decide_unsupported(f);
        verdict_reason(v, "%s at %s:%u", l->reason ? l->reason : "something that is not modelled",
                       l->pos.file ? l->pos.file : "?", l->pos.line);
    }
    pairs_free(pairs);
    inductive_free(inductive);
    mem_free(by_inductive);
    mem_free(by_pairs);
}
