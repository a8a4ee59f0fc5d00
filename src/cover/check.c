/* Checks an uncoverability proof: reads its text, and tests Definition 24, (i) to (iii), by definition. Shares the
 * reader of the system and of files with the rest, and nothing of the search: states here are plain arrays,
 * predecessors are enumerated anew, and membership is a loop over lists by control and least place. */
#include "cover/cover.h"
#include "cover/input.h"

#include "base/map.h"

#include <assert.h>
#include <string.h>

struct member {
    uint32_t control, first, size; /* tokens first .. first + size - 1 */
};
struct weights {
    int64_t bound;
    int64_t *control, *place;
};
struct checker {
    const struct system *s;
    struct input in;
    struct intern names; /* of places; empty where numbers are the names */
    VECTOR(struct token) tokens;
    VECTOR(struct member) members;
    VECTOR(struct weights) weights;
    struct map lists;   /* (control, least place + 1) to 1 + the first member; members are chained */
    u32_vector next;    /* by member: 1 + the next in its list, 0 none */
    uint32_t *first_of; /* by control: 1 + a member with it; chained by next_of */
    u32_vector next_of;
    struct text *why;
};

/* ---- reading ---- */

static bool place_name(struct checker *c, uint32_t *place)
{
    input_skip_blanks(&c->in);
    if (!c->s->place_names)
        return input_number(&c->in, "a local state", c->s->places, place);
    size_t n = strcspn(c->in.at, " \t\r\n*");
    *place = intern_find(&c->names, c->in.at, n);
    if (*place == INTERN_NONE)
        return input_expected(&c->in, "a variable");
    c->in.at += n;
    return true;
}

static bool control_name(struct checker *c, uint32_t *control)
{
    *control = 0;
    if (c->s->place_names)
        return true; /* a .spec has one control, without a name */
    return input_number(&c->in, "a shared state", c->s->controls, control);
}

static bool more(struct checker *c)
{
    input_skip_blanks(&c->in);
    return c->in.at < c->in.end && !strchr(":\r\n", *c->in.at);
}

static bool times(struct checker *c, uint32_t *count)
{
    return (input_take(&c->in, "*") || input_expected(&c->in, "'*'")) && input_number(&c->in, "a number", UINT32_MAX, count);
}

static bool read_state(struct checker *c)
{
    struct member m = {.first = c->tokens.size};
    if (!control_name(c, &m.control) || !(input_take(&c->in, ":") || input_expected(&c->in, "':'")))
        return false;
    while (more(c)) {
        struct token t;
        if (!place_name(c, &t.place) || !times(c, &t.count))
            return false;
        if (!t.count || (m.size && c->tokens.data[c->tokens.size - 1].place >= t.place))
            return input_fail(&c->in, "expected places in ascending order with counts above 0");
        vector_push(&c->tokens, t);
        m.size++;
    }
    vector_push(&c->members, m);
    return true;
}

static bool read_weights(struct checker *c)
{
    struct weights w = {.control = NEW_ARRAY(int64_t, c->s->controls), .place = NEW_ARRAY(int64_t, c->s->places)};
    vector_push(&c->weights, w);
    struct weights *v = &vector_last(&c->weights);
    uint32_t k, id;
    if (!input_number(&c->in, "a bound", UINT32_MAX, &k) || !(input_take(&c->in, ":") || input_expected(&c->in, "':'")))
        return false;
    v->bound = k;
    while (more(c)) {
        if (!control_name(c, &id) || !times(c, &k))
            return false;
        v->control[id] = k;
    }
    if (!input_take(&c->in, ":"))
        return input_expected(&c->in, "':'");
    while (more(c)) {
        if (!place_name(c, &id) || !times(c, &k))
            return false;
        v->place[id] = k;
    }
    return true;
}

static bool read_proof(struct checker *c)
{
    for (uint32_t i = 0; c->s->place_names && i < c->s->places; i++)
        intern_add(&c->names, c->s->place_names[i], strlen(c->s->place_names[i]), NULL);
    input_skip_space(&c->in);
    if (!input_take(&c->in, "heddle cover proof 1"))
        return input_expected(&c->in, "'heddle cover proof 1'");
    for (;;) {
        input_skip_space(&c->in);
        if (input_take(&c->in, "state ")) {
            if (!read_state(c))
                return false;
        } else if (input_take(&c->in, "weights ")) {
            if (!read_weights(c))
                return false;
        } else if (input_take(&c->in, "end ")) {
            uint32_t states, weights;
            if (!input_number(&c->in, "the number of states", UINT32_MAX, &states) ||
                !input_number(&c->in, "the number of weights", UINT32_MAX, &weights))
                return false;
            if (states != c->members.size || weights != c->weights.size)
                return input_fail(&c->in, "expected %u states and %u weights", c->members.size, c->weights.size);
            return true;
        } else {
            return input_expected(&c->in, "'state', 'weights' or 'end'");
        }
    }
}

/* ---- membership; states are dense arrays here, with the list of places that are not 0 ---- */

struct dense {
    uint32_t control;
    uint64_t *count;
    u32_vector places;
};

static void dense_set(struct dense *d, uint32_t place, uint64_t count)
{
    if (!d->count[place] && count)
        vector_push(&d->places, place);
    d->count[place] = count;
}

static void dense_clear(struct dense *d)
{
    vector_each(const uint32_t *, p, &d->places)
        d->count[*p] = 0;
    vector_clear(&d->places);
}

static void build_lists(struct checker *c)
{
    vector_resize(&c->next, c->members.size);
    vector_resize(&c->next_of, c->members.size);
    c->first_of = NEW_ARRAY(uint32_t, c->s->controls);
    for (uint32_t i = 0; i < c->members.size; i++) {
        const struct member *m = &c->members.data[i];
        uint64_t key = (uint64_t)m->control << 32 | (m->size ? c->tokens.data[m->first].place + 1 : 0), head;
        c->next.data[i] = map_get(&c->lists, key, &head) ? (uint32_t)head : 0;
        map_put(&c->lists, key, i + 1);
        c->next_of.data[i] = c->first_of[m->control];
        c->first_of[m->control] = i + 1;
    }
}

static bool in_list(const struct checker *c, const struct dense *d, uint32_t place)
{
    uint64_t head;
    if (!map_get(&c->lists, (uint64_t)d->control << 32 | place, &head))
        return false;
    for (uint32_t i = (uint32_t)head; i; i = c->next.data[i - 1]) {
        const struct member *m = &c->members.data[i - 1];
        bool below = true;
        for (uint32_t k = 0; below && k < m->size; k++)
            below = c->tokens.data[m->first + k].count <= d->count[c->tokens.data[m->first + k].place];
        if (below)
            return true;
    }
    return false;
}

static bool contains(const struct checker *c, const struct dense *d)
{
    if (in_list(c, d, 0))
        return true;
    vector_each(const uint32_t *, p, &d->places)
        if (d->count[*p] && in_list(c, d, *p + 1))
            return true;
    vector_each(const struct weights *, w, &c->weights) {
        __int128 sum = w->control[d->control];
        vector_each(const uint32_t *, p, &d->places)
            sum += (__int128)w->place[*p] * d->count[*p];
        if (sum > w->bound)
            return true;
    }
    return false;
}

/* ---- the three conditions ---- */

static bool refuse(struct checker *c, const char *condition, uint32_t line)
{
    text_printf(c->why, "%s", condition);
    if (line)
        text_printf(c->why, " (the rule in line %u)", line);
    return false;
}

static bool has_targets(struct checker *c)
{
    struct dense d = {.count = NEW_ARRAY(uint64_t, c->s->places)};
    bool ok = true;
    vector_each(const struct target *, t, &c->s->targets) {
        d.control = t->control;
        for (uint32_t i = 0; i < t->size; i++)
            dense_set(&d, t->tokens[i].place, t->tokens[i].count);
        ok = ok && contains(c, &d);
        dense_clear(&d);
    }
    mem_free(d.count);
    vector_free(&d.places);
    return ok || refuse(c, "(i) fails: a target is not in the set", 0);
}

static bool has_no_initial(struct checker *c)
{
    const struct system *s = c->s;
    uint64_t *most = NEW_ARRAY(uint64_t, s->places);
    for (uint32_t p = 0; p < s->places; p++)
        most[p] = s->init_unbounded[p] ? UINT64_MAX : 0;
    for (uint32_t i = 0; i < s->inits; i++)
        if (!s->init_unbounded[s->init[i].place])
            most[s->init[i].place] = s->init[i].count;
    bool ok = true;
    vector_each(const struct member *, m, &c->members) {
        bool below = m->control == s->init_control;
        for (uint32_t i = 0; below && i < m->size; i++)
            below = c->tokens.data[m->first + i].count <= most[c->tokens.data[m->first + i].place];
        ok = ok && !below;
    }
    vector_each(const struct weights *, w, &c->weights) {
        __int128 sum = w->control[s->init_control];
        for (uint32_t p = 0; p < s->places; p++)
            if (w->place[p] && most[p] == UINT64_MAX)
                ok = false;
            else if (w->place[p])
                sum += (__int128)w->place[p] * most[p];
        ok = ok && sum <= w->bound;
    }
    mem_free(most);
    return ok || refuse(c, "(iii) fails: an initial state is in the set", 0);
}

/* All ways to have had the tokens asked for: `want` by place is what must have come there by the moves. */
struct origins {
    struct checker *c;
    const struct rule *r;
    struct token *want;
    uint32_t wants;
    uint64_t *had; /* by place: before the moves, without what the rule takes */
    struct dense before;
};

static bool moves_from(const struct rule *r, uint32_t place)
{
    for (uint32_t i = 0; i < r->moves_count; i++)
        if (r->moves[i].from == place)
            return true;
    return false;
}

static void at_least(struct dense *d, uint32_t place, uint64_t count)
{
    if (d->count[place] < count)
        dense_set(d, place, count);
}

static bool closed_here(struct origins *o)
{
    const struct rule *r = o->r;
    struct dense *d = &o->before;
    d->control = r->from;
    for (uint32_t i = 0; i < o->wants; i++)
        at_least(d, o->want[i].place, o->had[o->want[i].place]);
    for (uint32_t i = 0; i < r->moves_count; i++)
        at_least(d, r->moves[i].from, o->had[r->moves[i].from]);
    for (uint32_t i = 0; i < r->needs; i++)
        at_least(d, r->need[i].place, r->need[i].count);
    for (uint32_t i = 0; i < r->takes; i++)
        dense_set(d, r->take[i].place, d->count[r->take[i].place] + r->take[i].count);
    bool ok = contains(o->c, d);
    dense_clear(d);
    return ok;
}

static bool closed_over(struct origins *o, uint32_t i, uint32_t missing, uint32_t move)
{
    if (i == o->wants)
        return closed_here(o);
    uint32_t place = o->want[i].place;
    if (!missing)
        return closed_over(o, i + 1, i + 1 < o->wants ? o->want[i + 1].count : 0, 0);
    if (!moves_from(o->r, place)) { /* it stayed, or came; move numbers are shifted by one */
        if (move == 0)
            for (uint32_t k = 1; k <= missing; k++) {
                uint64_t old = o->had[place];
                o->had[place] = old + k;
                bool ok = closed_over(o, i, missing - k, 1);
                o->had[place] = old;
                if (!ok)
                    return false;
            }
    }
    for (uint32_t m = move ? move - 1 : 0; m < o->r->moves_count; m++) {
        if (o->r->moves[m].to != place)
            continue;
        uint32_t from = o->r->moves[m].from;
        for (uint32_t k = 1; k <= missing; k++) {
            uint64_t old = o->had[from];
            o->had[from] = !o->r->copies ? old + k : old > k ? old : k;
            bool ok = closed_over(o, i, missing - k, m + 2);
            o->had[from] = old;
            if (!ok)
                return false;
        }
    }
    return true;
}

/* The predecessors of what is above member m, by rule r. */
static bool closed_under(struct origins *o, const struct member *m, const struct rule *r)
{
    o->r = r;
    o->wants = 0;
    uint32_t j = 0;
    for (uint32_t i = 0; i < m->size || j < r->gives;) {
        uint32_t p = i < m->size ? o->c->tokens.data[m->first + i].place : NOWHERE;
        uint32_t q = j < r->gives ? r->give[j].place : NOWHERE;
        int64_t k = 0;
        uint32_t place = p < q ? p : q;
        if (p == place)
            k += o->c->tokens.data[m->first + i++].count;
        if (q == place)
            k -= r->give[j++].count;
        if (k > 0)
            o->want[o->wants++] = (struct token){place, (uint32_t)k};
    }
    return closed_over(o, 0, o->wants ? o->want[0].count : 0, 0);
}

static bool weights_closed(struct checker *c, const struct weights *w, const struct rule *r, struct dense *scratch)
{
    __int128 gain = (__int128)w->control[r->to] - w->control[r->from];
    for (uint32_t i = 0; i < r->takes; i++)
        gain -= (__int128)w->place[r->take[i].place] * r->take[i].count;
    for (uint32_t i = 0; i < r->gives; i++)
        gain += (__int128)w->place[r->give[i].place] * r->give[i].count;
    bool ok = gain <= 0;
    for (uint32_t i = 0; ok && i < r->moves_count; i++) {
        __int128 sum = 0;
        for (uint32_t k = 0; k < r->moves_count; k++)
            if (r->moves[k].from == r->moves[i].from && r->moves[k].to != NOWHERE && (r->copies || k == i))
                sum += w->place[r->moves[k].to];
        ok = sum <= w->place[r->moves[i].from];
    }
    if (ok)
        return true;
    scratch->control = r->from; /* then it must not be possible to fire it outside the set */
    for (uint32_t i = 0; i < r->needs; i++)
        dense_set(scratch, r->need[i].place, r->need[i].count);
    for (uint32_t i = 0; i < r->takes; i++)
        dense_set(scratch, r->take[i].place, scratch->count[r->take[i].place] + r->take[i].count);
    ok = contains(c, scratch);
    dense_clear(scratch);
    return ok;
}

static bool is_closed(struct checker *c)
{
    const struct system *s = c->s;
    uint32_t most = 0;
    vector_each(const struct member *, m, &c->members)
        most = m->size > most ? m->size : most;
    uint32_t gives = 0;
    vector_each(const struct rule *, r, &s->rules)
        gives = r->gives > gives ? r->gives : gives;
    struct origins o = {.c = c, .want = NEW_ARRAY(struct token, most + gives + 1), .had = NEW_ARRAY(uint64_t, s->places)};
    o.before.count = NEW_ARRAY(uint64_t, s->places);
    uint32_t failed = NOWHERE;
    for (uint32_t i = 0; failed == NOWHERE && i < s->rules.size; i++) {
        const struct rule *r = &s->rules.data[i];
        for (uint32_t k = c->first_of[r->to]; failed == NOWHERE && k; k = c->next_of.data[k - 1])
            if (!closed_under(&o, &c->members.data[k - 1], r))
                failed = i;
        vector_each(const struct weights *, w, &c->weights)
            if (!weights_closed(c, w, r, &o.before))
                failed = i;
    }
    mem_free(o.want);
    mem_free(o.had);
    mem_free(o.before.count);
    vector_free(&o.before.places);
    return failed == NOWHERE || refuse(c, "(ii) fails: a predecessor is outside the set", s->rules.data[failed].line);
}

bool cover_check(const struct system *s, const char *name, const char *proof_text, struct text *why)
{
    assert(system_valid(s) && proof_text);
    struct checker c = {.s = s, .why = why};
    c.in = (struct input){.name = name, .at = proof_text, .end = proof_text + strlen(proof_text), .line = 1};
    bool ok = read_proof(&c);
    if (ok) {
        build_lists(&c);
        ok = has_targets(&c) && is_closed(&c) && has_no_initial(&c);
    } else {
        text_append(why, text_string(&c.in.error));
    }
    vector_each(struct weights *, w, &c.weights) {
        mem_free(w->control);
        mem_free(w->place);
    }
    vector_free(&c.weights);
    vector_free(&c.tokens);
    vector_free(&c.members);
    vector_free(&c.next);
    vector_free(&c.next_of);
    mem_free(c.first_of);
    map_free(&c.lists);
    intern_free(&c.names);
    text_free(&c.in.error);
    return ok;
}
