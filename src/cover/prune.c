#include "cover/prune.h"

#include "base/clock.h"
#include "base/effort.h"
#include "cover/simplex.h"

#include <math.h>

enum { INVARIANTS_MAX = 400, WEIGHT_MAX = 1 << 20 };

/* The effect of a rule or of one move, as a column. */
struct column {
    VECTOR(uint32_t) rows;
    VECTOR(double) values;
};

static void put(struct column *c, uint32_t row, double value)
{
    if (row == NOWHERE)
        return;
    for (uint32_t i = 0; i < c->rows.size; i++)
        if (c->rows.data[i] == row) {
            c->values.data[i] += value;
            return;
        }
    vector_push(&c->rows, row);
    vector_push(&c->values, value);
}

static void flush(struct pruner *p, struct column *c)
{
    bool gain = false;
    for (uint32_t i = 0; i < c->rows.size; i++)
        gain |= c->values.data[i] > 0;
    if (gain)
        simplex_column(p->simplex, c->rows.data, c->values.data, c->rows.size);
    vector_clear(&c->rows);
    vector_clear(&c->values);
}

static void rule_columns(struct pruner *p, const struct rule *r, struct column *c)
{
    put(c, p->row_of_control[r->from], -1);
    put(c, p->row_of_control[r->to], 1);
    for (uint32_t i = 0; i < r->takes; i++)
        put(c, p->row_of_place[r->take[i].place], -(double)r->take[i].count);
    for (uint32_t i = 0; i < r->gives; i++)
        put(c, p->row_of_place[r->give[i].place], r->give[i].count);
    flush(p, c);
    for (uint32_t i = 0, j; i < r->moves_count; i = j) {
        for (j = i; j < r->moves_count && r->moves[j].from == r->moves[i].from; j++) {
            if (j == i || !r->copies)
                put(c, p->row_of_place[r->moves[i].from], -1);
            if (r->moves[j].to != NOWHERE)
                put(c, p->row_of_place[r->moves[j].to], 1);
            if (!r->copies)
                flush(p, c);
        }
        flush(p, c);
    }
}

/* Rows: the places with a bounded start that may be marked, and the controls that may be reached, if there are
 * several. */
static void number_rows(struct pruner *p)
{
    const struct system *s = p->s;
    p->row_of_place = NEW_ARRAY(uint32_t, s->places);
    p->row_of_control = NEW_ARRAY(uint32_t, s->controls);
    struct bitset marked = {0};
    uint32_t reached = 0;
    for (uint32_t c = 0; c < s->controls; c++) {
        bitset_unite(&marked, &p->sign.marked[c]);
        reached += p->sign.reached[c];
    }
    for (uint32_t i = 0; i < s->places; i++)
        p->row_of_place[i] = s->init_unbounded[i] || !bitset_has(&marked, i) ? NOWHERE : p->rows++;
    for (uint32_t c = 0; c < s->controls; c++)
        p->row_of_control[c] = reached > 1 && p->sign.reached[c] ? p->rows++ : NOWHERE;
    bitset_free(&marked);
}

struct pruner *pruner_make(const struct system *s, struct cover_statistics *st)
{
    struct pruner *p = NEW(struct pruner);
    p->s = s;
    p->st = st;
    p->started = clock_wall();
    sign_analyse(&p->sign, s);
    number_rows(p);
    if (!p->rows)
        return p;
    p->simplex = simplex_make(p->rows);
    struct column c = {0};
    for (uint32_t i = 0; i < s->rules.size; i++)
        if (p->sign.alive[i])
            rule_columns(p, &s->rules.data[i], &c);
    vector_free(&c.rows);
    vector_free(&c.values);
    p->right = NEW_ARRAY(double, p->rows);
    p->multipliers = NEW_ARRAY(double, p->rows);
    return p;
}

void pruner_free(struct pruner *p)
{
    if (!p)
        return;
    vector_each(struct cover_invariant *, v, &p->invariants) {
        mem_free(v->place);
        mem_free(v->control);
    }
    vector_free(&p->invariants);
    sign_free(&p->sign);
    simplex_free(p->simplex);
    mem_free(p->row_of_place);
    mem_free(p->row_of_control);
    mem_free(p->right);
    mem_free(p->multipliers);
    mem_free(p);
}

bool invariant_keeps(const struct cover_invariant *v, const struct rule *r)
{
    assert(r->from != NOWHERE);
    int64_t gain = (int64_t)v->control[r->to] - v->control[r->from];
    for (uint32_t i = 0; i < r->takes; i++)
        gain -= (int64_t)v->place[r->take[i].place] * r->take[i].count;
    for (uint32_t i = 0; i < r->gives; i++)
        gain += (int64_t)v->place[r->give[i].place] * r->give[i].count;
    if (gain > 0)
        return false;
    for (uint32_t i = 0, j; i < r->moves_count; i = j) {
        int64_t sum = 0, most = 0;
        for (j = i; j < r->moves_count && r->moves[j].from == r->moves[i].from; j++) {
            int64_t w = r->moves[j].to == NOWHERE ? 0 : v->place[r->moves[j].to];
            sum += w;
            most = w > most ? w : most;
        }
        if ((r->copies ? sum : most) > v->place[r->moves[i].from])
            return false;
    }
    return true;
}

static bool holds(const struct pruner *p, const struct cover_invariant *v)
{
    for (uint32_t k = 0; k < p->s->rules.size; k++)
        if (p->sign.alive[k] && !invariant_keeps(v, &p->s->rules.data[k]))
            return false;
    return true;
}

/* A move may lead from a marked place to one that is never marked, if the marked one never is when the rule fires: such
 * places get no weight, since weights do not know of that. */
static void spare_moved(const struct pruner *p, struct cover_invariant *v)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t k = 0; k < p->s->rules.size; k++) {
            const struct rule *r = &p->s->rules.data[k];
            for (uint32_t i = 0; p->sign.alive[k] && i < r->moves_count; i++)
                if (r->moves[i].to != NOWHERE && v->place[r->moves[i].to] > v->place[r->moves[i].from]) {
                    v->place[r->moves[i].to] = 0;
                    changed = true;
                }
        }
    }
}

void pruner_add_dead(struct pruner *p)
{
    const struct system *s = p->s;
    struct cover_invariant v = {NEW_ARRAY(int32_t, s->places), NEW_ARRAY(int32_t, s->controls), 0};
    for (uint32_t i = 0; i < s->places; i++)
        v.place[i] = 1;
    for (uint32_t c = 0; c < s->controls; c++) {
        v.control[c] = !p->sign.reached[c];
        bitset_each(i, &p->sign.marked[c])
            v.place[i] = 0;
    }
    spare_moved(p, &v);
    if (holds(p, &v)) {
        vector_push(&p->invariants, v);
        return;
    }
    mem_free(v.place); /* copies of tokens may still gain */
    mem_free(v.control);
}

/* Weights in integers: multipliers times a scale, if that is nearly integral everywhere. */
static bool round_weights(const struct pruner *p, struct cover_invariant *v, double scale)
{
    for (uint32_t i = 0; i < p->rows; i++) {
        double w = p->multipliers[i] * scale;
        if (fabs(w - nearbyint(w)) > 1e-4 || w > WEIGHT_MAX || w < -1e-4)
            return false;
    }
    for (uint32_t i = 0; i < p->s->places; i++)
        v->place[i] = p->row_of_place[i] == NOWHERE ? 0 : (int32_t)nearbyint(p->multipliers[p->row_of_place[i]] * scale);
    for (uint32_t c = 0; c < p->s->controls; c++)
        v->control[c] = p->row_of_control[c] == NOWHERE ? 0 : (int32_t)nearbyint(p->multipliers[p->row_of_control[c]] * scale);
    v->bound = v->control[p->s->init_control];
    for (uint32_t i = 0; i < p->s->inits; i++)
        v->bound += (int64_t)v->place[p->s->init[i].place] * p->s->init[i].count;
    return true;
}

static bool learn(struct pruner *p, const struct state *x)
{
    double least = INFINITY;
    for (uint32_t i = 0; i < p->rows; i++)
        if (p->multipliers[i] > 1e-7 && p->multipliers[i] < least)
            least = p->multipliers[i];
    struct cover_invariant v = {NEW_ARRAY(int32_t, p->s->places), NEW_ARRAY(int32_t, p->s->controls), 0};
    for (uint32_t k = 1; least < INFINITY && k <= 60; k++)
        if (round_weights(p, &v, k / least)) {
            if (!invariant_excludes(&v, x) || !holds(p, &v))
                continue;
            p->st->invariants++;
            vector_push(&p->invariants, v);
            return true;
        }
    mem_free(v.place);
    mem_free(v.control);
    return false;
}

static bool solve(struct pruner *p, const struct state *x)
{
    memset(p->right, 0, p->rows * sizeof *p->right);
    for (uint32_t i = 0; i < p->s->inits; i++)
        if (p->row_of_place[p->s->init[i].place] != NOWHERE)
            p->right[p->row_of_place[p->s->init[i].place]] -= p->s->init[i].count;
    for (uint32_t i = 0; i < x->size; i++)
        if (p->row_of_place[x->tokens[i].place] != NOWHERE)
            p->right[p->row_of_place[x->tokens[i].place]] += x->tokens[i].count;
    if (p->row_of_control[p->s->init_control] != NOWHERE)
        p->right[p->row_of_control[p->s->init_control]] -= 1;
    if (p->row_of_control[x->control] != NOWHERE)
        p->right[p->row_of_control[x->control]] += 1;
    double before = clock_wall();
    p->st->programs++;
    bool excluded = simplex_solve(p->simplex, p->right, p->multipliers) == SIMPLEX_NO && learn(p, x);
    p->seconds += clock_wall() - before;
    p->st->seconds_prune = p->seconds;
    p->failures = excluded ? 0 : p->failures + 1;
    return excluded;
}

/* Linear programs may take half of the time, less if they lead to nothing. */
static bool pays(const struct pruner *p)
{
    if (!p->simplex || p->invariants.size >= INVARIANTS_MAX)
        return false;
    double share = p->failures < 20 ? SHARE_LINEAR : p->failures < 200 ? SHARE_LINEAR_FAILED : SHARE_LINEAR_FAILED_OFTEN;
    return p->seconds <= CLOCK_LINEAR_FIRST + share * (clock_wall() - p->started);
}

static bool known(struct pruner *p, const struct state *x)
{
    if (sign_excludes(&p->sign, x))
        return true;
    for (uint32_t i = 0; i < p->invariants.size; i++)
        if (invariant_excludes(&p->invariants.data[i], x)) {
            struct cover_invariant v = p->invariants.data[i]; /* often used ones drift to the front */
            if (i) {
                p->invariants.data[i] = p->invariants.data[i - 1];
                p->invariants.data[i - 1] = v;
            }
            return true;
        }
    return false;
}

bool pruner_excludes(struct pruner *p, const struct state *x)
{
    bool excluded = known(p, x) || (pays(p) && solve(p, x));
    p->st->pruned += excluded;
    return excluded;
}

bool pruner_excludes_target(struct pruner *p, const struct state *x)
{
    bool excluded = known(p, x) || (p->simplex && solve(p, x));
    p->st->pruned += excluded;
    return excluded;
}
