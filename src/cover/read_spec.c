/* mist's .spec: vars, rules "guard, guard -> x' = x + y - 1, y' = 0;", init, target (conjunctions without a comma
 * between them are disjuncts), invariants (skipped: they are claims, and nothing here may rest on a claim).
 *
 * x' = (sum of variables) + c becomes moves and changes: a variable that is a term of nobody's new value is reset,
 * one that is a term of another's is transferred there. What is taken of a sum is taken of a summand that the guard
 * promises, so that ordinary Petri rules come out without moves. A variable that is a term of two new values is
 * copied. Guards x = k: see system.h. */
#include "cover/input.h"
#include "cover/read.h"

#include "base/map.h"

#include <errno.h>
#include <string.h>

struct update {
    uint32_t place;
    int64_t constant;
    uint32_t terms, first_term; /* in spec.terms */
};
struct spec {
    struct input in;
    struct system *s;
    struct intern names;
    VECTOR(struct token) at_least, equal; /* the conjunction being read; counts may be 0 */
    VECTOR(struct update) updates;
    u32_vector terms;
};

static bool word_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

static size_t word_length(const struct input *in)
{
    size_t n = 0;
    if (in->at < in->end && !(*in->at >= '0' && *in->at <= '9'))
        while (in->at + n < in->end && word_char(in->at[n]))
            n++;
    return n;
}

static bool keyword_next(struct spec *p, const char *word)
{
    input_skip_space(&p->in);
    return word_length(&p->in) == strlen(word) && !memcmp(p->in.at, word, strlen(word));
}

static bool section(struct spec *p, const char *word)
{
    if (!keyword_next(p, word)) {
        struct text what = {0};
        text_printf(&what, "the section '%s'", word);
        input_expected(&p->in, what.data);
        text_free(&what);
        return false;
    }
    p->in.at += strlen(word);
    return true;
}

static bool symbol_next(struct spec *p, const char *symbol)
{
    input_skip_space(&p->in);
    return (size_t)(p->in.end - p->in.at) >= strlen(symbol) && !memcmp(p->in.at, symbol, strlen(symbol));
}

static bool symbol(struct spec *p, const char *symbol)
{
    bool is = symbol_next(p, symbol);
    if (is)
        p->in.at += strlen(symbol);
    return is;
}

static bool variable(struct spec *p, uint32_t *place)
{
    input_skip_space(&p->in);
    size_t n = word_length(&p->in);
    if (!n)
        return input_expected(&p->in, "a variable");
    *place = intern_find(&p->names, p->in.at, n);
    if (*place == INTERN_NONE)
        return input_fail(&p->in, "expected a variable of the section vars, found '%.*s'", n > 40 ? 40 : (int)n, p->in.at);
    p->in.at += n;
    return true;
}

static bool count(struct spec *p, uint32_t *value)
{
    input_skip_space(&p->in);
    return input_number(&p->in, "a number", COUNT_MAX + 1, value);
}

static bool variables(struct spec *p)
{
    if (!section(p, "vars"))
        return false;
    while (!keyword_next(p, "rules")) {
        size_t n = word_length(&p->in);
        if (!n)
            return input_expected(&p->in, "a variable or the section 'rules'");
        bool fresh;
        uint32_t id = intern_add(&p->names, p->in.at, n, &fresh);
        if (!fresh)
            return input_fail(&p->in, "variable '%s' is declared twice", intern_string(&p->names, id));
        if (p->names.size > STATES_MAX)
            return input_fail(&p->in, "more than %u variables", STATES_MAX);
        p->in.at += n;
        symbol(p, ",");
    }
    struct system *s = p->s;
    if (!p->names.size)
        return input_expected(&p->in, "a variable");
    s->controls = 1;
    s->places = p->names.size;
    s->control_names = ARENA_ARRAY(&s->arena, char *, 1);
    s->control_names[0] = arena_strdup(&s->arena, "");
    s->place_names = ARENA_ARRAY(&s->arena, char *, s->places);
    for (uint32_t i = 0; i < s->places; i++)
        s->place_names[i] = arena_strdup(&s->arena, intern_string(&p->names, i));
    s->init_unbounded = ARENA_ARRAY(&s->arena, bool, s->places);
    return true;
}

/* x >= k, y = k, ...; fills at_least and equal. */
static bool conjunction(struct spec *p)
{
    vector_clear(&p->at_least);
    vector_clear(&p->equal);
    do {
        struct token t;
        if (!variable(p, &t.place))
            return false;
        bool at_least = symbol(p, ">=");
        if (!at_least && !symbol(p, "="))
            return input_expected(&p->in, "'>=' or '='");
        if (!count(p, &t.count))
            return false;
        vector_each(struct token *, o, &p->at_least)
            if (o->place == t.place && at_least && t.count > o->count)
                o->count = t.count, t.place = NOWHERE;
            else if (o->place == t.place && at_least)
                t.place = NOWHERE;
        vector_each(struct token *, o, &p->equal)
            if (o->place == t.place)
                return input_fail(&p->in, "variable '%s' is constrained twice", p->s->place_names[t.place]);
        if (t.place != NOWHERE && at_least)
            vector_push(&p->at_least, t);
        else if (t.place != NOWHERE)
            vector_push(&p->equal, t);
    } while (symbol(p, ","));
    return true;
}

static bool update(struct spec *p)
{
    struct update u = {.first_term = p->terms.size};
    if (!variable(p, &u.place))
        return false;
    if (!symbol(p, "'"))
        return input_expected(&p->in, "' after the variable");
    if (!symbol(p, "="))
        return input_expected(&p->in, "'='");
    vector_each(struct update *, o, &p->updates)
        if (o->place == u.place)
            return input_fail(&p->in, "variable '%s' is updated twice", p->s->place_names[u.place]);
    for (int sign = symbol(p, "-") ? -1 : 1;;) {
        input_skip_space(&p->in);
        if (word_length(&p->in)) {
            uint32_t place;
            if (!variable(p, &place))
                return false;
            if (sign < 0)
                return input_fail(&p->in, "a variable is subtracted: not a monotone rule");
            for (uint32_t i = u.first_term; i < p->terms.size; i++)
                if (p->terms.data[i] == place)
                    return input_fail(&p->in, "variable '%s' is twice in one sum, expected once", p->s->place_names[place]);
            vector_push(&p->terms, place);
            u.terms++;
        } else {
            uint32_t k;
            if (!count(p, &k))
                return false;
            u.constant += sign * (int64_t)k;
            if (u.constant > COUNT_MAX || u.constant < -(int64_t)COUNT_MAX)
                return input_fail(&p->in, "a constant is out of range");
        }
        if (symbol(p, "+"))
            sign = 1;
        else if (symbol(p, "-"))
            sign = -1;
        else
            break;
    }
    vector_push(&p->updates, u);
    return true;
}

static const struct update *update_of(const struct spec *p, uint32_t place)
{
    vector_each(const struct update *, u, &p->updates)
        if (u->place == place)
            return u;
    return NULL;
}

/* Where the tokens of `place` go: itself, other places, several of them if it is copied, or nowhere. */
static void destinations(struct spec *p, uint32_t place, u32_vector *to)
{
    vector_clear(to);
    if (!update_of(p, place))
        vector_push(to, place);
    vector_each(const struct update *, u, &p->updates)
        for (uint32_t i = 0; i < u->terms; i++)
            if (p->terms.data[u->first_term + i] == place)
                vector_push(to, u->place);
}

/* The tokens that place must hold in any case, and which have not been taken yet. */
static uint32_t promised(const struct spec *p, const struct rule *r, uint32_t place)
{
    uint32_t k = 0;
    vector_each(const struct token *, g, &p->at_least)
        if (g->place == place)
            k = g->count;
    for (uint32_t i = 0; i < r->takes; i++)
        if (r->take[i].place == place)
            k = k > r->take[i].count ? k - r->take[i].count : 0;
    return k;
}

static void make_moves(struct spec *p, struct rule *r)
{
    u32_vector touched = {0}, to = {0};
    vector_each(const struct update *, u, &p->updates)
        vector_push(&touched, u->place);
    vector_each(const uint32_t *, t, &p->terms)
        vector_push(&touched, *t);
    r->moves = ARENA_ARRAY(&p->s->arena, struct move, 2 * touched.size + p->terms.size * touched.size + p->equal.size);
    vector_each(const uint32_t *, t, &touched) {
        destinations(p, *t, &to);
        if (!to.size)
            r->moves[r->moves_count++] = (struct move){*t, NOWHERE};
        vector_each(const uint32_t *, d, &to)
            r->moves[r->moves_count++] = (struct move){*t, *d}; /* to itself alone: dropped later */
        if (to.size > 1)
            r->copies = true;
    }
    vector_free(&touched);
    vector_free(&to);
}

/* x = k: lose the rest, so that what is passed on is exactly k. */
static void make_tests(struct spec *p, struct rule *r)
{
    struct system *s = p->s;
    if (!p->equal.size)
        return;
    s->inexact = "a guard tests for equality, which is not monotone";
    r->exact = ARENA_ARRAY(&s->arena, struct token, p->equal.size);
    u32_vector to = {0};
    vector_each(const struct token *, e, &p->equal) {
        destinations(p, e->place, &to);
        if (e->count)
            r->take[r->takes++] = *e;
        vector_each(const uint32_t *, d, &to)
            r->give[r->gives++] = (struct change){*d, (int32_t)e->count};
        for (uint32_t i = 0; i < r->moves_count; i++)
            if (r->moves[i].from == e->place)
                r->moves[i--] = r->moves[--r->moves_count];
        r->moves[r->moves_count++] = (struct move){e->place, NOWHERE};
        uint32_t k = r->exacts++;
        for (; k && r->exact[k - 1].place > e->place; k--)
            r->exact[k] = r->exact[k - 1];
        r->exact[k] = *e;
    }
    vector_free(&to);
}

static bool rule(struct spec *p)
{
    struct system *s = p->s;
    vector_clear(&p->updates);
    vector_clear(&p->terms);
    vector_clear(&p->at_least);
    vector_clear(&p->equal);
    input_skip_space(&p->in);
    struct rule r = {.line = p->in.line, .first = NOWHERE, .second = NOWHERE};
    if (keyword_next(p, "true"))
        p->in.at += 4;
    else if (!symbol_next(p, "->") && !conjunction(p))
        return false;
    if (!symbol(p, "->"))
        return input_expected(&p->in, "'->' or ','");
    do {
        if (!symbol_next(p, ";") && !update(p))
            return false;
    } while (symbol(p, ","));
    if (!symbol(p, ";"))
        return input_expected(&p->in, "';' or ','");

    uint32_t most = p->at_least.size + (p->equal.size + 2) * (p->updates.size + 1) + p->terms.size;
    r.take = ARENA_ARRAY(&s->arena, struct token, most);
    r.need = ARENA_ARRAY(&s->arena, struct token, most);
    r.give = ARENA_ARRAY(&s->arena, struct change, most);
    make_moves(p, &r);
    make_tests(p, &r);
    vector_each(const struct update *, u, &p->updates) {
        int64_t k = u->constant;
        for (uint32_t i = 0; !r.copies && k < 0 && i < u->terms; i++) { /* take it where the guard says that it is */
            uint32_t place = p->terms.data[u->first_term + i], have = promised(p, &r, place);
            uint32_t part = have < (uint64_t)-k ? have : (uint32_t)-k;
            if (part)
                r.take[r.takes++] = (struct token){place, part};
            k += part;
        }
        if (k)
            r.give[r.gives++] = (struct change){u->place, (int32_t)k};
    }
    vector_each(const struct token *, g, &p->at_least) {
        uint32_t left = promised(p, &r, g->place);
        if (left)
            r.need[r.needs++] = (struct token){g->place, left};
    }
    system_add_rule(s, r);
    return true;
}

static void sort_tokens(struct token *t, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++)
        for (uint32_t k = i; k && t[k - 1].place > t[k].place; k--) {
            struct token x = t[k];
            t[k] = t[k - 1];
            t[k - 1] = x;
        }
}

static bool initial(struct spec *p)
{
    struct system *s = p->s;
    if (!conjunction(p))
        return false;
    for (uint32_t i = 0; i < s->places; i++)
        s->init_unbounded[i] = true;
    s->init = ARENA_ARRAY(&s->arena, struct token, p->at_least.size + p->equal.size);
    vector_each(const struct token *, t, &p->equal) {
        s->init_unbounded[t->place] = false;
        if (t->count)
            s->init[s->inits++] = *t;
    }
    vector_each(const struct token *, t, &p->at_least)
        if (t->count)
            s->init[s->inits++] = *t;
    sort_tokens(s->init, s->inits);
    return true;
}

static bool target(struct spec *p)
{
    struct system *s = p->s;
    if (!conjunction(p))
        return false;
    struct target t = {0};
    t.tokens = ARENA_ARRAY(&s->arena, struct token, p->at_least.size + p->equal.size);
    t.exact = ARENA_ARRAY(&s->arena, struct token, p->equal.size);
    vector_each(const struct token *, x, &p->at_least)
        if (x->count)
            t.tokens[t.size++] = *x;
    vector_each(const struct token *, x, &p->equal) {
        if (x->count)
            t.tokens[t.size++] = *x;
        t.exact[t.exacts++] = *x;
    }
    if (t.exacts)
        s->inexact = "a target tests for equality, which is not upward-closed";
    sort_tokens(t.tokens, t.size);
    sort_tokens(t.exact, t.exacts);
    vector_push(&s->targets, t);
    return true;
}

static bool sections(struct spec *p)
{
    if (!variables(p) || !section(p, "rules"))
        return false;
    while (!keyword_next(p, "init"))
        if (p->in.at >= p->in.end ? !section(p, "init") : !rule(p))
            return false;
    if (!section(p, "init") || !initial(p) || !section(p, "target"))
        return false;
    do {
        if (!target(p))
            return false;
        input_skip_space(&p->in);
    } while (p->in.at < p->in.end && !keyword_next(p, "invariants"));
    return true;
}

enum read_result read_spec(struct system *s, const char *path, struct text *error)
{
    *s = (struct system){0};
    struct text content = {0};
    if (!text_read_file(&content, path)) {
        text_printf(error, "cannot read %s: %s", path, file_problem(path) ? file_problem(path) : strerror(errno));
        text_free(&content);
        return READ_BAD;
    }
    const char *start = text_string(&content);
    struct spec p = {.s = s, .in = {.name = path, .at = start, .end = start + content.size, .line = 1}};
    bool ok = sections(&p);
    if (!ok) {
        text_append(error, text_string(&p.in.error));
        system_free(s);
    }
    vector_free(&p.at_least);
    vector_free(&p.equal);
    vector_free(&p.updates);
    vector_free(&p.terms);
    intern_free(&p.names);
    text_free(&p.in.error);
    text_free(&content);
    return ok ? READ_OK : READ_BAD;
}
