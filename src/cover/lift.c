/* Proofs of contracted systems, for the original one (see reduce.h). Controls come back in the reverse order: what
 * leads out of one leads to controls that are there already. */
#include "cover/proof.h"
#include "cover/reduce.h"

struct lifting {
    const struct reduction *r;
    struct cover_proof *proof;
    struct upset set;
    int64_t *weight; /* by control, of the weights being lifted */
};

/* take + max(need, v - give), for a rule without moves. */
static const struct state *before(struct arena *a, const struct rule *r, const struct state *v)
{
    VECTOR(struct token) t = {0};
    for (uint32_t i = 0, j = 0, k = 0, l = 0; i < v->size || j < r->takes || k < r->needs || l < r->gives;) {
        uint32_t p[4] = {i < v->size ? v->tokens[i].place : NOWHERE, j < r->takes ? r->take[j].place : NOWHERE,
                         k < r->needs ? r->need[k].place : NOWHERE, l < r->gives ? r->give[l].place : NOWHERE};
        uint32_t place = NOWHERE;
        for (int n = 0; n < 4; n++)
            place = p[n] < place ? p[n] : place;
        int64_t count = 0;
        if (p[0] == place)
            count = v->tokens[i++].count;
        if (p[3] == place)
            count -= r->give[l++].count;
        if (count < 0)
            count = 0;
        if (p[2] == place) {
            count = r->need[k].count > count ? (int64_t)r->need[k].count : count;
            k++;
        }
        if (p[1] == place)
            count += r->take[j++].count;
        if (count)
            vector_push(&t, ((struct token){place, (uint32_t)count}));
    }
    const struct state *s = state_make(a, r->from, t.data, t.size);
    vector_free(&t);
    return s;
}

static void lift_states(struct lifting *x)
{
    VECTOR(const struct state *) found = {0};
    for (uint32_t n = x->r->contracted; n--;) {
        const struct contracted_control *c = &x->r->contractions[n];
        for (uint32_t k = 0; k < c->outs; k++) {
            const struct rule *r = &x->r->rules.data[x->r->ends.data[c->first + c->ins + k]];
            vector_clear(&found);
            upset_each(e, &x->set) if (e->state->control == r->to) vector_push(&found, e->state);
            vector_each(const struct state *const *, u, &found) {
                const struct state *p = before(&x->proof->arena, r, *u);
                if (upset_below(&x->set, p) == UPSET_NONE)
                    upset_add(&x->set, p, x->set.elements.size, NULL);
            }
        }
    }
    vector_free(&found);
}

static int64_t gain(const struct cover_invariant *v, const struct rule *r)
{
    int64_t sum = 0;
    for (uint32_t i = 0; i < r->takes; i++)
        sum -= (int64_t)v->place[r->take[i].place] * r->take[i].count;
    for (uint32_t i = 0; i < r->gives; i++)
        sum += (int64_t)v->place[r->give[i].place] * r->give[i].count;
    return sum;
}

/* A contracted control weighs as much as the heaviest that it leads to; if it leads nowhere, as much as it may.
 * Weights stay above 0 if all controls and the bound get the same more. */
static bool lift_weights(struct lifting *x, struct cover_invariant *v, uint32_t controls)
{
    int64_t *w = x->weight, least = 0;
    for (uint32_t c = 0; c < controls; c++)
        w[c] = v->control[c];
    for (uint32_t n = x->r->contracted; n--;) {
        const struct contracted_control *c = &x->r->contractions[n];
        const uint32_t *ends = x->r->ends.data + c->first;
        int64_t most = INT64_MIN;
        for (uint32_t k = 0; k < c->outs; k++) {
            const struct rule *r = &x->r->rules.data[ends[c->ins + k]];
            int64_t m = w[r->to] + gain(v, r);
            most = m > most ? m : most;
        }
        if (!c->outs) {
            most = INT64_MAX;
            for (uint32_t k = 0; k < c->ins; k++) {
                const struct rule *r = &x->r->rules.data[ends[k]];
                int64_t m = w[r->from] - gain(v, r);
                most = m < most ? m : most;
            }
        }
        w[c->control] = most;
        least = most < least ? most : least;
    }
    v->bound -= least;
    for (uint32_t c = 0; c < controls; c++) {
        if (w[c] - least > INT32_MAX)
            return false;
        v->control[c] = (int32_t)(w[c] - least);
    }
    return v->bound <= INT32_MAX;
}

bool reduction_lift(const struct reduction *r, struct cover_proof *proof)
{
    const struct system *s = &r->system;
    struct lifting x = {.r = r, .proof = proof, .weight = NEW_ARRAY(int64_t, s->controls)};
    upset_init(&x.set, s);
    vector_each(const struct state *const *, u, &proof->states)
        upset_add(&x.set, *u, x.set.elements.size, NULL);
    lift_states(&x);
    vector_clear(&proof->states);
    upset_each(e, &x.set) vector_push(&proof->states, e->state);
    bool ok = true;
    vector_each(struct cover_invariant *, v, &proof->weights)
        ok = ok && lift_weights(&x, v, s->controls);
    upset_free(&x.set);
    mem_free(x.weight);
    return ok;
}
