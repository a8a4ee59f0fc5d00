#include "report/people.h"

#include "report/c_expr.h"
#include "report/names.h"

#include <inttypes.h>
#include <stdlib.h>

enum { LONGEST = 120, MOST = 24 };

struct speaker {
    const struct program *program;
    const struct bitset *live;
    struct arena *words;
};

/* Without the fields of the C library, which nobody knows. */
static const char *user_name(struct speaker *s, const char *name)
{
    const char *inner = strstr(name, ".__");
    return inner ? arena_strndup(s->words, name, (size_t)(inner - name)) : name;
}

/* A local variable whose value is in one cell all the time: one that has several ("k", "k#2") may be in any of them. */
static bool has_one_cell(const struct speaker *s, const struct cell *c)
{
    size_t n = strcspn(c->name, "#");
    if (c->name[0] == '%' || c->name[n])
        return false;
    vector_each(const struct cell *, other, &s->program->cells)
        if (other != c && other->owner == c->owner && !strncmp(other->name, c->name, n) &&
            (other->name[n] == '#' || !other->name[n]))
            return false;
    return true;
}

static const char *name_of(void *context, const struct cell *c, expr index)
{
    struct speaker *s = context;
    bool spoken = cell_is_shared(c) || (has_one_cell(s, c) && (!s->live || bitset_has(s->live, c->id)));
    if (c->role != CELL_DATA || cell_is_of_library(c) || (index && !expr_is_const(index)) || !spoken)
        return NULL;
    if (!index)
        return user_name(s, c->name);
    return name_of_slot(c, index, s->words);
}

/* A mutex is its holder's id. */
static bool say_lock(struct speaker *s, struct text *out, expr e, bool negated)
{
    if (e->op != E_EQ)
        return false;
    expr cell = e->arg[0]->op == E_CELL ? e->arg[0] : e->arg[1], value = cell == e->arg[0] ? e->arg[1] : e->arg[0];
    if (cell->op != E_CELL || cell->value >= s->program->cells.size || s->program->cells.data[cell->value].role != CELL_SYNC)
        return false;
    const char *name = user_name(s, s->program->cells.data[cell->value].name);
    if (expr_is_value(value, 0))
        text_printf(out, negated ? "%s is held" : "%s is free", name);
    else if (value->op == E_SELF)
        text_printf(out, negated ? "%s is not held here" : "%s is held here", name);
    else
        return false;
    return true;
}

static bool say_thread(struct speaker *s, struct text *out, expr e, bool negated)
{
    if (e->op != E_CELL || e->width != 1 || e->value >= s->program->cells.size)
        return false;
    const struct cell *c = &s->program->cells.data[e->value];
    if ((c->role != CELL_STARTED && c->role != CELL_DONE) || c->subject == NONE)
        return false;
    text_printf(out, "%s has%s %s", s->program->codes.data[c->subject].name, negated ? " not" : "",
                c->role == CELL_STARTED ? "been created" : "ended");
    return true;
}

static bool say_atom(void *context, struct text *out, expr e, bool negated)
{
    return say_lock(context, out, e, negated) || say_thread(context, out, e, negated);
}

static bool is_said(const people_conditions *out, const char *words, size_t length)
{
    vector_each(const char *const *, known, out)
        if (strlen(*known) == length && !strncmp(*known, words, length))
            return true;
    return false;
}

/* "(a == 0 && b == 1)", where each part is a condition of its own already. */
static bool is_said_in_parts(const people_conditions *out, const char *words)
{
    bool all = !strstr(words, "||");
    for (const char *at = words; all && *at; at += *at == '&' ? 2 : 0) {
        at += strspn(at, "( ");
        size_t n = strcspn(at, "&"), length = n; /* of bits: no part is known */
        while (length && strchr(") ", at[length - 1]))
            length--;
        all = is_said(out, at, length);
        at += n;
    }
    return all;
}

/* "((a || b) || (a || c))" is "a || b || c"; others stay as they are. */
static const char *alternatives_once(struct speaker *s, const char *words)
{
    people_conditions parts = {0};
    struct text t = {0};
    bool plain = strstr(words, "||") && !strchr(words, '&');
    for (const char *at = words; plain && *at; at += *at == '|' ? 2 : 0) {
        at += strspn(at, "( ");
        size_t n = strcspn(at, "|"), length = n; /* of bits: a parenthesis is left in it */
        while (length && strchr(") ", at[length - 1]))
            length--;
        const char *part = arena_strndup(s->words, at, length);
        plain = length && !strpbrk(part, "()");
        if (!is_said(&parts, part, length))
            vector_push(&parts, part);
        at += n;
    }
    vector_each(const char *const *, part, &parts)
        text_printf(&t, "%s%s", t.size ? " || " : "", *part);
    if (plain)
        words = arena_strdup(s->words, text_string(&t));
    text_free(&t);
    vector_free(&parts);
    return words;
}

/* "n == 0 || n == 1", where "0 <= n && n <= 1" is a condition already. */
static bool is_said_as_range(const people_conditions *out, struct speaker *s, const char *words)
{
    static const char equal[] = " == ", or [] = " || ";
    size_t name = strstr(words, equal) ? (size_t)(strstr(words, equal) - words) : 0;
    int64_t low = INT64_MAX, high = INT64_MIN, count = 0;
    for (const char *at = words; name && *at; count++) {
        char *end;
        if (strncmp(at, words, name) || strncmp(at + name, equal, strlen(equal)))
            return false;
        int64_t value = strtoll(at + name + strlen(equal), &end, 10);
        if (*end && strncmp(end, or, strlen(or)))
            return false;
        low = value < low ? value : low;
        high = value > high ? value : high;
        at = *end ? end + strlen(or) : end;
    }
    if (count < 2 || high - low + 1 != count)
        return false;
    const char *range =
        arena_printf(s->words, "%" PRId64 " <= %.*s && %.*s <= %" PRId64, low, (int)name, words, (int)name, words, high);
    return is_said(out, range, strlen(range));
}

static void add(people_conditions *out, const struct c_printer *c, struct speaker *s, expr e)
{
    struct text t = {0};
    bool said = e->op != E_CONST && c_weaker(&t, c, e) && t.size <= LONGEST;
    const char *words = text_string(&t);
    size_t n = t.size;
    if (said && n > 2 && words[0] == '(' && words[n - 1] == ')' && !memchr(words + 1, '(', n - 2))
        words = arena_strndup(s->words, words + 1, n - 2); /* parentheses around all of it */
    words = alternatives_once(s, words);
    said = said && !is_said(out, words, strlen(words)) && !is_said_in_parts(out, words) && !is_said_as_range(out, s, words);
    if (said && out->size < MOST)
        vector_push(out, arena_strdup(s->words, words));
    text_free(&t);
}

/* Parts of a conjunction that are short enough to be read. */
static void split(people_conditions *out, const struct c_printer *c, struct speaker *s, expr e)
{
    if (e->op == E_AND && e->width == 1) {
        split(out, c, s, e->arg[0]);
        split(out, c, s, e->arg[1]);
    } else {
        add(out, c, s, e);
    }
}

/* --- ranges: what a long formula says about each variable alone --- */

struct range {
    int64_t low, high;
};

static struct range whole_range(const struct cell *c)
{
    if (c->is_signed)
        return (struct range){c->width < 64 ? -((int64_t)1 << (c->width - 1)) : INT64_MIN,
                              c->width < 64 ? ((int64_t)1 << (c->width - 1)) - 1 : INT64_MAX};
    return (struct range){0, c->width < 63 ? ((int64_t)1 << c->width) - 1 : INT64_MAX};
}

static struct range join(struct range a, struct range b)
{
    if (a.low > a.high)
        return b;
    if (b.low > b.high)
        return a;
    return (struct range){a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
}

static struct range meet(struct range a, struct range b)
{
    return (struct range){a.low > b.low ? a.low : b.low, a.high < b.high ? a.high : b.high};
}

static bool is_cell(expr e, const struct cell *c) { return e->op == E_CELL && e->value == c->id; }

/* A comparison of the cell with a constant; all if it is another one. */
static struct range range_of_comparison(const struct cell *c, expr e, bool negated)
{
    assert(e->arity == 2);
    struct range all = whole_range(c);
    bool left = is_cell(e->arg[0], c), right = is_cell(e->arg[1], c), fits = !c->is_float && (c->is_signed || c->width < 63);
    expr k = left ? e->arg[1] : e->arg[0];
    bool ordered = e->op != E_EQ, sign_fits = e->op == E_EQ || (c->is_signed == (e->op == E_SLT || e->op == E_SLE));
    if (left == right || !expr_is_const(k) || !fits || !sign_fits || (!ordered && negated))
        return all;
    int64_t v = c->is_signed ? sign_extend(k->value, c->width) : (int64_t)k->value;
    if (!ordered)
        return (struct range){v, v};
    bool strict = (e->op == E_SLT || e->op == E_ULT) != negated, below = left != negated; /* cell < v, cell <= v, or above */
    if (below)
        all.high = strict && v > INT64_MIN ? v - 1 : v;
    else
        all.low = strict && v < INT64_MAX ? v + 1 : v;
    return all;
}

static struct range range_of(const struct cell *c, expr e, bool negated)
{
    switch ((enum expr_op)e->op) {
    case E_NOT: return e->width == 1 ? range_of(c, e->arg[0], !negated) : whole_range(c);
    case E_CONST: return (e->value != 0) != negated ? whole_range(c) : (struct range){1, 0};
    case E_CELL: return is_cell(e, c) ? (struct range){!negated, !negated} : whole_range(c);
    case E_AND:
    case E_OR: {
        struct range a = range_of(c, e->arg[0], negated), b = range_of(c, e->arg[1], negated);
        return (e->op == E_AND) != negated ? meet(a, b) : join(a, b);
    }
    case E_EQ:
    case E_ULT:
    case E_ULE:
    case E_SLT:
    case E_SLE: return range_of_comparison(c, e, negated);
    default: return whole_range(c);
    }
}

static const char *say_range(struct speaker *s, const struct cell *c, struct range r)
{
    struct range all = whole_range(c);
    if (r.low > r.high || (r.low == all.low && r.high == all.high))
        return NULL;
    if (c->role == CELL_SYNC)
        return !cell_is_array(c) && (r.low > 0 || r.high == 0)
                   ? arena_printf(s->words, "%s is %s", user_name(s, c->name), r.low > 0 ? "held" : "free")
                   : NULL;
    if ((c->role == CELL_STARTED || c->role == CELL_DONE) && c->subject != NONE)
        return arena_printf(s->words, "%s has%s %s", s->program->codes.data[c->subject].name, r.low ? "" : " not",
                            c->role == CELL_STARTED ? "been created" : "ended");
    const char *name = name_of(s, c, NULL);
    if (!name || c->width == 1)
        return NULL;
    if (c->is_pointer) /* no number is an address */
        return r.low > 0 ? arena_printf(s->words, "%s != 0", name) : r.high == 0 ? arena_printf(s->words, "%s == 0", name) : NULL;
    if (r.low == r.high)
        return arena_printf(s->words, "%s == %" PRId64, name, r.low);
    if (r.low == all.low)
        return arena_printf(s->words, "%s <= %" PRId64, name, r.high);
    if (r.high == all.high)
        return arena_printf(s->words, "%s >= %" PRId64, name, r.low);
    return arena_printf(s->words, "%" PRId64 " <= %s && %s <= %" PRId64, r.low, name, name, r.high);
}

static void note_cell(void *cells, expr e)
{
    u32_vector *list = cells;
    if (e->op != E_CELL)
        return;
    vector_each(const uint32_t *, known, list)
        if (*known == e->value)
            return;
    vector_push(list, (uint32_t)e->value);
}

static void add_ranges(people_conditions *out, struct speaker *s, expr e)
{
    u32_vector cells = {0};
    expr_visit(e, note_cell, &cells);
    vector_each(const uint32_t *, c, &cells) {
        const struct cell *cell = *c < s->program->cells.size ? &s->program->cells.data[*c] : NULL;
        const char *words = cell ? say_range(s, cell, range_of(cell, e, false)) : NULL;
        if (words && !is_said(out, words, strlen(words)))
            vector_push(out, words);
    }
    vector_free(&cells);
}

static int by_length(const void *a, const void *b)
{
    const char *const *x = a, *const *y = b;
    size_t m = strlen(*x), n = strlen(*y);
    return m != n ? (m > n) - (m < n) : strcmp(*x, *y);
}

void people_say(people_conditions *out, const struct program *p, expr e, const struct bitset *live, struct arena *words)
{
    assert(e->width == 1);
    struct speaker s = {p, live, words};
    struct c_printer c = {.program = p, .name = name_of, .atom = say_atom, .context = &s, .plain = true};
    add_ranges(out, &s, e);
    split(out, &c, &s, e);
    if (out->size)
        qsort(out->data, out->size, sizeof *out->data, by_length);
}
