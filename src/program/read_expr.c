/* Precedence climbing. */
#include "program/read_expr.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct parser {
    const struct expr_names *names;
    struct exprs *pool;
    const char *at, *why;
    struct arena *words;
    unsigned width;
    bool is_unsigned;
};

/* Longer tokens before their beginnings. Level 0 is for nothing. */
static const struct operator
{
    const char *text;
    int level;
    enum expr_op op, op_unsigned;
    bool turned, negated;
}
operators[] = {
    {"==>", 1, E_OR, E_OR, false, false},  {"||", 2, E_OR, E_OR, false, false},     {"&&", 3, E_AND, E_AND, false, false},
    {"==", 7, E_EQ, E_EQ, false, false},   {"!=", 7, E_EQ, E_EQ, false, true},      {"<=", 8, E_SLE, E_ULE, false, false},
    {">=", 8, E_SLE, E_ULE, true, false},  {"<<", 9, E_SHL, E_SHL, false, false},   {"<", 8, E_SLT, E_ULT, false, false},
    {">", 8, E_SLT, E_ULT, true, false},   {"|", 4, E_OR, E_OR, false, false},      {"^", 5, E_XOR, E_XOR, false, false},
    {"&", 6, E_AND, E_AND, false, false},  {"+", 10, E_ADD, E_ADD, false, false},   {"-", 10, E_SUB, E_SUB, false, false},
    {"*", 11, E_MUL, E_MUL, false, false}, {"/", 11, E_SDIV, E_UDIV, false, false}, {"%", 11, E_SREM, E_UREM, false, false},
};
enum { IMPLIES = 1, LOGICAL = 3 }; /* levels */

static void skip(struct parser *s)
{
    while (isspace((unsigned char)*s->at))
        s->at++;
}

/* --- names --- */

static size_t name_length(const char *s)
{
    size_t n = 0;
    while (isalnum((unsigned char)s[n]) || s[n] == '_' || s[n] == '.' || s[n] == '#' || (s[n] == '%' && !n) || s[n] == '$')
        n++;
    return n;
}

static bool is_name(const char *s)
{
    return isalpha((unsigned char)*s) || *s == '_' || (*s == '%' && isalpha((unsigned char)s[1]));
}

static const struct cell *find(const struct parser *s, const char *name, size_t n, uint32_t owner)
{
    vector_each(const struct cell *, c, &s->names->program->cells)
        if (c->owner == owner && !cell_is_array(c) && strlen(c->name) == n && strncmp(c->name, name, n) == 0)
            return c;
    return NULL;
}

/* The variable of this name, and whether it is another thread's. */
static const struct cell *variable(const struct parser *s, const char *name, size_t n, bool *other)
{
    uint32_t code = s->names->code;
    *other = false;
    const struct cell *c = code != NONE ? find(s, name, n, code) : NULL;
    if (!c)
        c = find(s, name, n, NONE);
    if (!c && s->names->partner && n > 2 && strncmp(name + n - 2, "_P", 2) == 0) {
        *other = true;
        c = find(s, name, n - 2, code);
    }
    return c;
}

static void find_width(struct parser *s)
{
    s->width = 32;
    for (unsigned pass = 0; pass < 2; pass++)
        for (const char *t = s->at; *t;) {
            size_t n = is_name(t) ? name_length(t) : 0;
            bool other;
            const struct cell *c = n ? variable(s, t, n, &other) : NULL;
            if (c && pass == 0 && c->width > s->width)
                s->width = c->width;
            if (c && pass == 1 && c->width == s->width)
                s->is_unsigned |= !c->is_signed;
            while (!n && (isalnum((unsigned char)*t) || *t == '_') && t[1] && isalnum((unsigned char)t[1]))
                t++;
            t += n ? n : 1;
        }
}

/* --- expressions --- */

static expr truth(struct parser *s, expr e) { return e->width == 1 ? e : expr_ne(s->pool, e, expr_const(s->pool, e->width, 0)); }
static expr number(struct parser *s, expr e) { return e->width == 1 ? expr_zext(s->pool, e, s->width) : e; }

static expr fail(struct parser *s, const char *what)
{
    if (!s->why)
        s->why = arena_printf(s->words, "%s at '%s'", what, s->at);
    return NULL;
}

static expr name(struct parser *s)
{
    size_t n = name_length(s->at);
    bool other;
    const struct cell *c = variable(s, s->at, n, &other);
    if (!c)
        return fail(s, "no such variable");
    if (c->dropped) {
        s->why = arena_printf(s->words, "'%s' is not part of the program any more: nobody needs it, or it never changes", c->name);
        return NULL;
    }
    s->at += n;
    expr e = expr_cell(s->pool, c->width, other ? s->names->partner[c->id] : c->id);
    return c->width == 1 ? e : expr_resize(s->pool, e, s->width, c->is_signed);
}

static expr expression(struct parser *s, int level);

static expr primary(struct parser *s)
{
    skip(s);
    if (*s->at == '(') {
        s->at++;
        expr e = expression(s, 0);
        skip(s);
        if (e && *s->at != ')')
            return fail(s, "expected ')'");
        s->at += e != NULL;
        return e;
    }
    if (*s->at == '!' || *s->at == '-' || *s->at == '~') {
        char op = *s->at++;
        expr e = primary(s);
        if (!e)
            return NULL;
        return op == '!' ? expr_not(s->pool, truth(s, e)) : expr_unary(s->pool, op == '-' ? E_NEG : E_NOT, number(s, e));
    }
    if (isdigit((unsigned char)*s->at)) {
        char *end;
        uint64_t v = strtoull(s->at, &end, 0);
        s->at = end;
        while (*s->at == 'u' || *s->at == 'U' || *s->at == 'l' || *s->at == 'L')
            s->at++;
        return expr_const(s->pool, s->width, v);
    }
    return is_name(s->at) ? name(s) : fail(s, "expected a variable or a number");
}

static expr apply(struct parser *s, const struct operator* o, expr a, expr b)
{
    if (o->level == IMPLIES)
        return expr_implies(s->pool, truth(s, a), truth(s, b));
    if (o->level <= LOGICAL)
        return expr_binary(s->pool, o->op, truth(s, a), truth(s, b));
    a = number(s, a);
    b = number(s, b);
    expr e = expr_binary(s->pool, s->is_unsigned ? o->op_unsigned : o->op, o->turned ? b : a, o->turned ? a : b);
    return o->negated ? expr_not(s->pool, e) : e;
}

static expr expression(struct parser *s, int level)
{
    expr left = primary(s);
    while (left) {
        skip(s);
        const struct operator* o = NULL;
        for (unsigned i = 0; i < sizeof operators / sizeof *operators && !o; i++)
            if (strncmp(s->at, operators[i].text, strlen(operators[i].text)) == 0)
                o = &operators[i];
        if (!o || o->level <= level)
            return left;
        s->at += strlen(o->text);
        expr right = expression(s, o->level == IMPLIES ? 0 : o->level); /* a ==> b ==> c is a ==> (b ==> c) */
        left = right ? apply(s, o, left, right) : NULL;
    }
    return NULL;
}

expr expr_read_text(const struct expr_names *names, const char *text, const char **why, struct arena *words)
{
    struct parser s = {.names = names, .pool = names->program->exprs, .at = text, .words = words};
    find_width(&s);
    expr e = expression(&s, 0);
    skip(&s);
    if (e && *s.at)
        e = fail(&s, "what comes after this is not understood,");
    *why = s.why;
    return e ? truth(&s, e) : NULL;
}
