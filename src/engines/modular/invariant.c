/* A parser by precedence, and evaluation in all stores of one kind. Every reachable state of the program has a thread
 * state of every kind in R, so one kind that sees all of the invariant's cells is enough. Numbers are as wide as the
 * widest variable, at least 32 bits; signed unless a variable of that width is unsigned. */
#include "engines/modular/invariant.h"

#include <ctype.h>
#include <stdlib.h>

struct parser {
    const struct program *program;
    const char *at, *why;
    struct arena *words;
    unsigned width;
    bool is_unsigned;
};

static void skip(struct parser *s)
{
    while (isspace((unsigned char)*s->at))
        s->at++;
}

static bool accept(struct parser *s, const char *token)
{
    skip(s);
    size_t n = strlen(token);
    if (strncmp(s->at, token, n) != 0)
        return false;
    s->at += n;
    return true;
}

static const struct cell *find_cell(const struct program *p, const char *name, size_t n)
{
    vector_each(const struct cell *, c, &p->cells)
        if (cell_is_shared(c) && strlen(c->name) == n && strncmp(c->name, name, n) == 0)
            return c;
    return NULL;
}

static size_t name_length(const char *s)
{
    size_t n = 0;
    while (isalnum((unsigned char)s[n]) || s[n] == '_' || s[n] == '.' || (n && s[n] == '$'))
        n++;
    return n;
}

static expr number(struct parser *s, uint64_t v) { return expr_const(s->program->exprs, s->width, v); }
static expr truth(struct parser *s, expr e) { return e ? expr_ne(s->program->exprs, e, number(s, 0)) : NULL; }
static expr as_number(struct parser *s, expr e) { return expr_zext(s->program->exprs, e, s->width); }

static expr implication(struct parser *s);

static expr primary(struct parser *s)
{
    struct exprs *x = s->program->exprs;
    skip(s);
    if (accept(s, "(")) {
        expr e = implication(s);
        if (e && !accept(s, ")"))
            s->why = "a closing parenthesis is missing";
        return s->why ? NULL : e;
    }
    if (accept(s, "!")) {
        expr e = truth(s, primary(s));
        return e ? as_number(s, expr_not(x, e)) : NULL;
    }
    if (accept(s, "-")) {
        expr e = primary(s);
        return e ? expr_unary(x, E_NEG, e) : NULL;
    }
    if (isdigit((unsigned char)*s->at)) {
        char *end;
        uint64_t v = strtoull(s->at, &end, 0);
        s->at = end;
        return number(s, v);
    }
    size_t n = name_length(s->at);
    const struct cell *c = n ? find_cell(s->program, s->at, n) : NULL;
    if (!c || cell_is_array(c)) {
        s->why = arena_printf(s->words, "no global variable '%.*s'", (int)(n ? n : strlen(s->at)), s->at);
        return NULL;
    }
    if (c->dropped) {
        s->why = arena_printf(s->words, "'%s' is not part of the program any more: nobody needs it, or it never changes", c->name);
        return NULL;
    }
    s->at += n;
    return expr_resize(x, expr_cell(x, c->width, c->id), s->width, c->is_signed);
}

struct operator
{
    const char *token;
    uint8_t op;
    bool swap, negate;
};
/* By precedence, low first; longer tokens before their beginnings. */
static const struct operator levels[][5] = {
    {{"==", E_EQ, false, false}, {"!=", E_EQ, false, true}},
    {{"<=", E_SLE, false, false}, {">=", E_SLE, true, false}, {"<", E_SLT, false, false}, {">", E_SLT, true, false}},
    {{"+", E_ADD, false, false}, {"-", E_SUB, false, false}},
    {{"*", E_MUL, false, false}},
};
enum { LEVELS = sizeof levels / sizeof *levels };

static expr binary(struct parser *s, unsigned level)
{
    struct exprs *x = s->program->exprs;
    if (level == LEVELS)
        return primary(s);
    expr a = binary(s, level + 1);
    for (;;) {
        const struct operator* found = NULL;
        skip(s);
        for (unsigned i = 0; a && i < 5 && levels[level][i].token && !found; i++)
            if (strncmp(s->at, "==>", 3) != 0 && accept(s, levels[level][i].token))
                found = &levels[level][i];
        expr b = found ? binary(s, level + 1) : NULL;
        if (!b)
            return s->why ? NULL : a;
        uint8_t op = found->op;
        if (s->is_unsigned)
            op = op == E_SLE ? E_ULE : op == E_SLT ? E_ULT : op;
        a = expr_binary(x, op, found->swap ? b : a, found->swap ? a : b);
        if (found->op >= E_EQ)
            a = as_number(s, found->negate ? expr_not(x, a) : a);
    }
}

static expr junction(struct parser *s, bool is_or)
{
    struct exprs *x = s->program->exprs;
    expr a = is_or ? junction(s, false) : binary(s, 0);
    while (a && accept(s, is_or ? "||" : "&&")) {
        expr b = truth(s, is_or ? junction(s, false) : binary(s, 0));
        a = b ? as_number(s, is_or ? expr_or(x, truth(s, a), b) : expr_and(x, truth(s, a), b)) : NULL;
    }
    return a;
}

static expr implication(struct parser *s)
{
    expr a = junction(s, true);
    if (!a || !accept(s, "==>"))
        return a;
    expr b = truth(s, implication(s));
    return b ? as_number(s, expr_implies(s->program->exprs, truth(s, a), b)) : NULL;
}

expr invariant_parse(const struct program *p, const char *text, const char **why, struct arena *words)
{
    struct parser s = {.program = p, .at = text, .words = words, .width = 32};
    for (const char *t = text; *t;) {
        size_t n = isalpha((unsigned char)*t) || *t == '_' ? name_length(t) : 0;
        const struct cell *c = n ? find_cell(p, t, n) : NULL;
        if (c && c->width >= s.width) {
            s.is_unsigned = (c->width == s.width && s.is_unsigned) || !c->is_signed;
            s.width = c->width;
        }
        t += n ? n : 1;
    }
    expr e = truth(&s, implication(&s));
    skip(&s);
    if (e && *s.at)
        s.why = arena_printf(words, "cannot read '%s'", s.at);
    *why = s.why;
    return s.why ? NULL : e;
}

static void note_cell(void *context, expr e)
{
    if (e->op == E_CELL || e->op == E_READ)
        vector_push((u32_vector *)context, (uint32_t)e->value);
}

void invariant_cells(expr e, u32_vector *out) { expr_visit(e, note_cell, out); }

struct id_use {
    const struct world *world;
    bool other; /* than a comparison with 0 */
};

static void look_at_ids(void *context, expr e)
{
    struct id_use *u = context;
    for (unsigned i = 0; i < e->arity; i++)
        if (expr_is_id(u->world, e->arg[i]))
            u->other |= e->op != E_EQ || !expr_is_value(e->arg[1 - i], 0);
}

bool invariant_holds(struct fixpoint *f, expr e)
{
    struct id_use ids = {.world = f->world};
    expr_visit(e, look_at_ids, &ids);
    if (ids.other)
        return false;
    for (uint32_t k = 0; k < f->kind_count; k++) {
        const struct kind *kind = &f->kinds[k];
        bool all = true;
        for (uint32_t i = 0; i < kind->stores.size && all; i++) {
            struct eval v = {.world = f->world, .sight = kind->sight, .code = kind->sight->template, .store = kind_store(kind, i)};
            eval_begin(&v);
            all = eval_expr(&v, e) && !v.need && !v.top;
        }
        if (all)
            return true;
    }
    return false;
}
