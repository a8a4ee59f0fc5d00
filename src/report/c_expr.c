#include "report/c_expr.h"

#include <inttypes.h>

/* --- exact: terms --- */

static bool condition(struct text *out, const struct c_printer *c, expr e);

static const char *type_of(unsigned width, bool is_signed)
{
    switch (width) {
    case 8: return is_signed ? "signed char" : "unsigned char";
    case 16: return is_signed ? "short" : "unsigned short";
    case 32: return is_signed ? "int" : "unsigned int";
    case 64: return is_signed ? "long long" : "unsigned long long";
    default: return NULL;
    }
}

static void constant(struct text *out, const struct c_printer *c, expr e, bool is_signed)
{
    const char *suffix = e->width == 64 ? "LL" : "";
    int64_t v = sign_extend(e->value, e->width);
    if (c->plain && is_signed)
        text_printf(out, "%" PRId64, v);
    else if (c->plain)
        text_printf(out, "%" PRIu64, e->value);
    else if (!is_signed)
        text_printf(out, "%" PRIu64 "U%s", e->value, suffix);
    else if (v == INT64_MIN)
        text_append(out, "(-9223372036854775807LL - 1)");
    else if (v < 0 && e->width == 32 && v == INT32_MIN)
        text_append(out, "(-2147483647 - 1)");
    else
        text_printf(out, "%" PRId64 "%s", v, suffix);
}

static bool term(struct text *out, const struct c_printer *c, expr e, bool is_signed);

static bool cell_term(struct text *out, const struct c_printer *c, expr e, bool is_signed)
{
    if (e->value >= c->program->cells.size) /* a ghost of the proof */
        return false;
    const struct cell *cell = &c->program->cells.data[e->value];
    const char *name = cell->is_pointer || cell->is_float ? NULL : c->name(c->context, cell, e->arity ? e->arg[0] : NULL);
    if (!name) /* where heddle puts an object is no address that C knows: see follows_of_pointer(); and C compares numbers, not their bits */
        return false;
    if (c->plain || cell->is_signed == is_signed)
        text_append(out, name);
    else
        text_printf(out, "(%s)%s", type_of(e->width, is_signed), name);
    return true;
}

/* (T)(a op b), the operands with the sign that op needs. */
static bool binary(struct text *out, const struct c_printer *c, expr e, const char *op, bool operands_signed, bool is_signed)
{
    text_printf(out, c->plain ? "(" : "(%s)(", type_of(e->width, is_signed));
    bool ok = term(out, c, e->arg[0], operands_signed);
    text_printf(out, " %s ", op);
    ok = ok && term(out, c, e->arg[1], operands_signed);
    text_char(out, ')');
    return ok;
}

/* Division by something else than 0 (and -1, which may overflow); shifts by less than the width. */
static bool is_defined(expr e)
{
    expr b = e->arg[1];
    if (e->op == E_UDIV || e->op == E_UREM || e->op == E_SDIV || e->op == E_SREM)
        return expr_is_const(b) && b->value != 0 && b->value != width_mask(b->width);
    return expr_is_const(b) && b->value < e->width;
}

static bool cast(struct text *out, const struct c_printer *c, expr e, expr of, bool of_signed, bool is_signed)
{
    if (!c->plain)
        text_printf(out, "(%s)", type_of(e->width, is_signed));
    return term(out, c, of, of_signed);
}

static bool compound_term(struct text *out, const struct c_printer *c, expr e, bool is_signed)
{
    switch ((enum expr_op)e->op) {
    case E_ADD: return binary(out, c, e, "+", false, is_signed);
    case E_SUB: return binary(out, c, e, "-", false, is_signed);
    case E_MUL: return e->width >= 32 && binary(out, c, e, "*", false, is_signed); /* shorter ones are multiplied as int */
    case E_AND: return binary(out, c, e, "&", false, is_signed);
    case E_OR: return binary(out, c, e, "|", false, is_signed);
    case E_XOR: return binary(out, c, e, "^", false, is_signed);
    case E_UDIV: return is_defined(e) && binary(out, c, e, "/", false, is_signed);
    case E_UREM: return is_defined(e) && binary(out, c, e, "%", false, is_signed);
    case E_SDIV: return is_defined(e) && binary(out, c, e, "/", true, is_signed);
    case E_SREM: return is_defined(e) && binary(out, c, e, "%", true, is_signed);
    case E_SHL: return is_defined(e) && binary(out, c, e, "<<", false, is_signed);
    case E_LSHR: return is_defined(e) && binary(out, c, e, ">>", false, is_signed);
    case E_ZEXT: return cast(out, c, e, e->arg[0], false, is_signed);
    case E_SEXT: return cast(out, c, e, e->arg[0], true, is_signed);
    case E_EXTRACT: return e->value == 0 && cast(out, c, e, e->arg[0], false, is_signed);
    case E_ITE:
        text_char(out, '(');
        if (!condition(out, c, e->arg[0]))
            return false;
        text_append(out, " ? ");
        if (!term(out, c, e->arg[1], is_signed))
            return false;
        text_append(out, " : ");
        if (!term(out, c, e->arg[2], is_signed))
            return false;
        text_char(out, ')');
        return true;
    default: return false;
    }
}

/* The value of e as a C integer of its width. */
static bool term(struct text *out, const struct c_printer *c, expr e, bool is_signed)
{
    if (e->width == 1) { /* a truth value as a number */
        text_char(out, '(');
        bool ok = condition(out, c, e);
        text_char(out, ')');
        return ok;
    }
    if (!type_of(e->width, is_signed))
        return false;
    if (e->op == E_CONST) {
        constant(out, c, e, is_signed);
        return true;
    }
    return e->op == E_CELL || e->op == E_READ ? cell_term(out, c, e, is_signed) : compound_term(out, c, e, is_signed);
}

/* --- exact: conditions --- */

/* Equality does not care about signs: take the one that needs no casts. */
static bool looks_signed(const struct c_printer *c, expr e)
{
    if (e->op == E_CELL || e->op == E_READ)
        return e->value < c->program->cells.size && c->program->cells.data[e->value].is_signed;
    return e->op != E_CONST && e->op != E_ZEXT && e->arity && looks_signed(c, e->arg[e->op == E_ITE ? 1 : 0]);
}

static bool compare(struct text *out, const struct c_printer *c, expr e, const char *op, bool is_signed)
{
    if (!term(out, c, e->arg[0], is_signed))
        return false;
    text_printf(out, " %s ", op);
    return term(out, c, e->arg[1], is_signed);
}

static bool both(struct text *out, const struct c_printer *c, expr e, const char *op)
{
    text_char(out, '(');
    bool ok = condition(out, c, e->arg[0]);
    text_printf(out, " %s ", op);
    ok = ok && condition(out, c, e->arg[1]);
    text_char(out, ')');
    return ok;
}

static bool condition(struct text *out, const struct c_printer *c, expr e)
{
    bool is_signed = e->arity && (looks_signed(c, e->arg[0]) || (e->arity > 1 && looks_signed(c, e->arg[1])));
    switch ((enum expr_op)e->op) {
    case E_CONST: text_append(out, e->value ? "1" : "0"); return true;
    case E_CELL:
    case E_READ: {
        bool known = e->value < c->program->cells.size;
        const char *name = known ? c->name(c->context, &c->program->cells.data[e->value], e->arity ? e->arg[0] : NULL) : NULL;
        if (name)
            text_printf(out, "%s != 0", name);
        return name != NULL;
    }
    case E_NOT:
        if (e->arg[0]->op == E_EQ && e->arg[0]->arg[0]->width > 1) {
            expr q = e->arg[0];
            return compare(out, c, q, "!=", looks_signed(c, q->arg[0]) || looks_signed(c, q->arg[1]));
        }
        text_append(out, "!(");
        if (!condition(out, c, e->arg[0]))
            return false;
        text_char(out, ')');
        return true;
    case E_AND: return both(out, c, e, "&&");
    case E_OR: return both(out, c, e, "||");
    case E_EQ: return compare(out, c, e, "==", is_signed);
    case E_ULT: return compare(out, c, e, "<", false);
    case E_ULE: return compare(out, c, e, "<=", false);
    case E_SLT: return e->arg[0]->width > 1 && compare(out, c, e, "<", true);
    case E_SLE: return e->arg[0]->width > 1 && compare(out, c, e, "<=", true);
    default: return false;
    }
}

/* --- weaker --- */

/* Of a pointer that has one of heddle's own addresses, C knows that it is not null. */
static bool follows_of_pointer(struct text *out, const struct c_printer *c, expr e, bool negated)
{
    if (e->op != E_EQ)
        return false;
    bool left = e->arg[0]->op == E_CELL || e->arg[0]->op == E_READ;
    expr of = e->arg[left ? 0 : 1], value = e->arg[left ? 1 : 0];
    if ((of->op != E_CELL && of->op != E_READ) || of->value >= c->program->cells.size || !expr_is_const(value))
        return false;
    const struct cell *cell = &c->program->cells.data[of->value];
    bool null = expr_is_value(value, 0);
    const char *name = cell->is_pointer && (null || !negated) ? c->name(c->context, cell, of->arity ? of->arg[0] : NULL) : NULL;
    if (name)
        text_printf(out, "%s %s 0", name, null != negated ? "==" : "!=");
    return name != NULL;
}

/* Appends what follows from e, or (negated) from !e; false and nothing appended if nothing does. */
static bool follows(struct text *out, const struct c_printer *c, expr e, bool negated)
{
    if (e->op == E_NOT && e->width == 1)
        return follows(out, c, e->arg[0], !negated);
    if ((e->op == E_AND || e->op == E_OR) && e->width == 1) {
        bool conjunction = (e->op == E_AND) != negated;
        struct text a = {0}, b = {0};
        bool has_a = follows(&a, c, e->arg[0], negated), has_b = follows(&b, c, e->arg[1], negated);
        bool has_both = has_a && has_b, any = has_both || (conjunction && (has_a || has_b));
        if (has_both && !strcmp(text_string(&a), text_string(&b)))
            text_append(out, text_string(&a));
        else if (has_both)
            text_printf(out, "(%s %s %s)", text_string(&a), conjunction ? "&&" : "||", text_string(&b));
        else if (any)
            text_append(out, text_string(has_a ? &a : &b));
        text_free(&a);
        text_free(&b);
        return any;
    }
    if ((c->atom && c->atom(c->context, out, e, negated)) || follows_of_pointer(out, c, e, negated))
        return true;
    struct text t = {0};
    bool ok = condition(&t, c, e);
    if (ok && negated && e->op == E_EQ && e->arg[0]->width > 1) {
        text_clear(&t);
        ok = compare(&t, c, e, "!=", looks_signed(c, e->arg[0]) || looks_signed(c, e->arg[1]));
    } else if (ok && negated) {
        text_append(out, "!(");
        text_append(&t, ")");
    }
    if (ok)
        text_append(out, text_string(&t));
    text_free(&t);
    return ok;
}

bool c_weaker(struct text *out, const struct c_printer *c, expr e) { return !expr_is_true(e) && follows(out, c, e, false); }
