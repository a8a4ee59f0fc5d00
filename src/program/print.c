/* Programs as text. Expressions come out in C syntax as far as C has it, with the fewest parentheses that are right. */
#include "program/print.h"

#include "base/printable.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

const char *action_kind_name(enum action_kind kind)
{
    assert(kind <= ACT_HALT);
    static const char *const names[] = {"local",  "load",  "store", "atomic", "lock",   "unlock", "wait", "signal",
                                        "create", "start", "exit",  "join",   "assume", "call",   "halt"};
    return names[kind];
}

void print_position(struct text *out, struct position pos)
{
    const char *file = pos.file ? pos.file : "?";
    text_append_printable(out, file, strlen(file), PRINTABLE_WORDS);
    if (pos.line)
        text_printf(out, ":%u", pos.line);
    if (pos.line && pos.column)
        text_printf(out, ":%u", pos.column);
}

/* --- expressions --- */

struct infix {
    const char *symbol;
    int level; /* C's precedence: larger binds tighter */
    bool is_signed;
};

static struct infix infix_of(enum expr_op op)
{
    switch (op) {
    case E_MUL: return (struct infix){"*", 10, false};
    case E_UDIV: return (struct infix){"/", 10, false};
    case E_SDIV: return (struct infix){"/", 10, true};
    case E_UREM: return (struct infix){"%", 10, false};
    case E_SREM: return (struct infix){"%", 10, true};
    case E_ADD: return (struct infix){"+", 9, false};
    case E_SUB: return (struct infix){"-", 9, false};
    case E_SHL: return (struct infix){"<<", 8, false};
    case E_LSHR: return (struct infix){">>", 8, false};
    case E_ASHR: return (struct infix){">>", 8, true};
    case E_ULT: return (struct infix){"<", 7, false};
    case E_ULE: return (struct infix){"<=", 7, false};
    case E_SLT: return (struct infix){"<", 7, true};
    case E_SLE: return (struct infix){"<=", 7, true};
    case E_EQ: return (struct infix){"==", 6, false};
    case E_AND: return (struct infix){"&", 5, false};
    case E_XOR: return (struct infix){"^", 4, false};
    case E_OR: return (struct infix){"|", 3, false};
    default: return (struct infix){NULL, 0, false};
    }
}

static void print_value(struct text *out, unsigned width, uint64_t v)
{
    int64_t s = sign_extend(v, width);
    if (width > 1 && s < 0 && s >= -65536)
        text_printf(out, "%" PRId64, s);
    else if (v > 0xffff)
        text_printf(out, "0x%" PRIx64, v);
    else
        text_printf(out, "%" PRIu64, v);
}

static void print_at(struct text *out, const struct program *p, expr e, int level);

static void print_infix(struct text *out, const struct program *p, expr e, struct infix op, int level)
{
    if (op.level <= level)
        text_char(out, '(');
    print_at(out, p, e->arg[0], op.level - 1);
    text_printf(out, " %s%s ", op.symbol, op.is_signed && strchr("/%<>", op.symbol[0]) ? "s" : "");
    print_at(out, p, e->arg[1], op.level);
    if (op.level <= level)
        text_char(out, ')');
}

static void print_prefix(struct text *out, const struct program *p, expr e, int level)
{
    expr a = e->arg[0];
    if (e->op == E_NOT && a->op == E_EQ) {
        print_infix(out, p, a, (struct infix){"!=", 6, false}, level);
        return;
    }
    text_append(out, e->op == E_NEG ? "-" : e->width == 1 ? "!" : "~");
    print_at(out, p, a, 11);
}

static void print_leaf(struct text *out, const struct program *p, expr e)
{
    switch ((enum expr_op)e->op) {
    case E_CONST: print_value(out, e->width, e->value); break;
    case E_SELF: text_append(out, "self"); break;
    case E_INPUT: text_printf(out, "input%" PRIu64, e->value); break;
    case E_CELL: text_append(out, p->cells.data[e->value].name); break;
    case E_READ:
        text_printf(out, "%s[", p->cells.data[e->value].name);
        print_at(out, p, e->arg[0], 0);
        text_char(out, ']');
        break;
    default:
        text_append(out, "at(");
        print_at(out, p, e->arg[0], 0);
        text_printf(out, ", %s:%u)", p->codes.data[e->value >> 32].name, (uint32_t)e->value);
    }
}

static void print_float(struct text *out, const struct program *p, expr e)
{
    static const char *const roundings[] = {"even", "away", "down", "up", "zero"};
    text_printf(out, "%s%u(", e->op == E_FINT ? roundings[e->value] : expr_op_name(e->op),
                e->width > 1 ? e->width : e->arg[0]->width);
    print_at(out, p, e->arg[0], 0);
    if (e->arity > 1) {
        text_append(out, ", ");
        print_at(out, p, e->arg[1], 0);
    }
    text_char(out, ')');
}

static void print_at(struct text *out, const struct program *p, expr e, int level)
{
    struct infix op = infix_of(e->op);
    if (op.symbol) {
        bool truth = e->width == 1 && (e->op == E_AND || e->op == E_OR);
        if (truth)
            op = e->op == E_AND ? (struct infix){"&&", 2, false} : (struct infix){"||", 1, false};
        print_infix(out, p, e, op, level);
        return;
    }
    switch ((enum expr_op)e->op) {
    case E_NOT:
    case E_NEG: print_prefix(out, p, e, level); break;
    case E_ITE:
        text_char(out, '(');
        print_at(out, p, e->arg[0], 0);
        text_append(out, " ? ");
        print_at(out, p, e->arg[1], 0);
        text_append(out, " : ");
        print_at(out, p, e->arg[2], 0);
        text_char(out, ')');
        break;
    case E_ZEXT:
    case E_SEXT:
        text_printf(out, "(%c%u)", e->op == E_ZEXT ? 'u' : 's', e->width);
        print_at(out, p, e->arg[0], 11);
        break;
    case E_EXTRACT:
        print_at(out, p, e->arg[0], 11);
        text_printf(out, "{%" PRIu64 "..%" PRIu64 "}", e->value + e->width - 1, e->value);
        break;
    case E_CONCAT:
        text_append(out, "concat(");
        print_at(out, p, e->arg[0], 0);
        text_append(out, ", ");
        print_at(out, p, e->arg[1], 0);
        text_char(out, ')');
        break;
    default:
        if (expr_is_float(e->op))
            print_float(out, p, e);
        else
            print_leaf(out, p, e);
    }
}

void print_expr(struct text *out, const struct program *p, expr e) { print_at(out, p, e, 0); }

/* --- actions and programs --- */

/* Orders weaker than seq_cst, which goes without saying, and fences. */
static void print_orders(struct text *out, const struct action *a)
{
    static const char *const names[] = {"", "relaxed", "acquire", "release", "acq_rel", "seq_cst"};
    uint8_t order = ORDER_PLAIN;
    for (uint32_t i = 0; i < a->access_count && !order; i++)
        order = a->accesses[i].order == ORDER_SEQ_CST ? ORDER_PLAIN : a->accesses[i].order;
    if (order)
        text_printf(out, " (%s)", names[order]);
    if (a->fence)
        text_printf(out, "fence %s", names[a->fence]);
}

/* "[guard] x := e, y := f" */
static void print_action(struct text *out, const struct program *p, const struct action *a)
{
    if (!expr_is_true(a->guard)) {
        text_char(out, '[');
        print_expr(out, p, a->guard);
        text_append(out, a->update_count ? "] " : "]");
    }
    for (uint32_t i = 0; i < a->update_count; i++) {
        const struct update *u = &a->updates[i];
        text_printf(out, "%s%s", i ? ", " : "", p->cells.data[u->cell].name);
        if (u->index) {
            text_char(out, '[');
            print_expr(out, p, u->index);
            text_char(out, ']');
        }
        text_append(out, " := ");
        print_expr(out, p, u->value);
    }
    if (a->kind == ACT_CALL)
        text_printf(out, " call %s", p->codes.data[a->object].name);
    if (a->kind == ACT_CALL && a->call_result != NONE)
        text_printf(out, " -> %s", p->cells.data[a->call_result].name);
    print_orders(out, a);
}

static void print_cell(struct text *out, const struct program *p, const struct cell *c)
{
    static const char *const roles[] = {"",      " started", " done",  " argument", " result", " count",
                                        " heap", " sync",    " watch", " freed",    " ended"};
    text_printf(out, "  %s: %u bits", c->name, c->width);
    for (uint32_t i = 0; i < c->range_count; i++) {
        const struct cell_range *r = &c->ranges[i];
        text_printf(out, "%s0x%" PRIx64 " + %" PRIu64 " * [0..%" PRIu64 "]", i ? ", " : " at ", r->first, r->stride, r->count - 1);
        if (r->per_instance != NONE)
            text_printf(out, " + %" PRIu64 " * instance of %s", r->instance_stride, p->codes.data[r->per_instance].name);
    }
    if (c->arbitrary)
        text_append(out, " = *");
    else
        text_printf(out, " = %s%" PRIu64, c->inits ? "{...} " : "", c->init);
    text_printf(out, "%s\n", roles[c->role]);
}

static void print_code(struct text *out, const struct program *p, uint32_t index)
{
    const struct code *c = &p->codes.data[index];
    bool template = index < p->template_count;
    text_printf(out, "\n%s %s", template ? "template" : "procedure", c->name);
    if (template && c->instances == UNBOUNDED)
        text_printf(out, ", any number of instances, ids from %u", c->first_id);
    else if (template)
        text_printf(out, ", %u instance%s, ids from %u", c->instances, c->instances == 1 ? "" : "s", c->first_id);
    text_printf(out, ": entry %u, exit %d\n", c->entry, (int)c->exit);
    vector_each(const struct cell *, x, &p->cells)
        if (x->owner == index && !x->dropped)
            print_cell(out, p, x);
    for (uint32_t l = 0; l < c->locations.size; l++) {
        const struct location *loc = &c->locations.data[l];
        if (loc->flags & LOC_ERROR)
            text_printf(out, "  %u: error, check %u: %s\n", l, loc->check, p->checks.data[loc->check].text);
        if (loc->flags & LOC_UNSUPPORTED) {
            text_printf(out, "  %u: unsupported: %s (", l, loc->reason);
            print_position(out, loc->pos);
            text_append(out, ")\n");
        }
        if (loc->flags & LOC_APPROXIMATE && !(loc->flags & LOC_UNSUPPORTED))
            text_printf(out, "  %u: approximate: %s\n", l, loc->reason);
        for (uint32_t i = out_begin(c, l); i < out_end(c, l); i++) {
            const struct edge *e = out_edge(c, i);
            text_printf(out, "  %u%s -> %u  %-6s ", e->from, loc->flags & LOC_ATOMIC ? "*" : "", e->to,
                        action_kind_name(e->action.kind));
            print_action(out, p, &e->action);
            text_printf(out, "  // line %u\n", e->action.pos.line);
        }
    }
}

void print_program(struct text *out, const struct program *p)
{
    text_append(out, "shared cells\n");
    vector_each(const struct cell *, c, &p->cells)
        if (cell_is_shared(c) && !c->dropped)
            print_cell(out, p, c);
    for (uint32_t i = 0; i < p->codes.size; i++)
        print_code(out, p, i);
}

static void print_escaped(struct text *out, const char *s)
{
    for (; *s; s++) {
        if (*s == '"' || *s == '\\')
            text_char(out, '\\');
        text_char(out, *s);
    }
}

void print_dot(struct text *out, const struct program *p)
{
    text_append(out, "digraph program {\n  node [shape=circle, fontname=monospace];\n  edge [fontname=monospace];\n");
    for (uint32_t i = 0; i < p->codes.size; i++) {
        const struct code *c = &p->codes.data[i];
        text_printf(out, "  subgraph cluster_%u {\n    label=\"%s\";\n", i, c->name);
        for (uint32_t l = 0; l < c->locations.size; l++) {
            uint8_t f = c->locations.data[l].flags;
            text_printf(out, "    n%u_%u [label=\"%u\"%s%s];\n", i, l, l,
                        l == c->entry  ? ", penwidth=2"
                        : l == c->exit ? ", shape=doublecircle"
                                       : "",
                        f & LOC_ERROR         ? ", style=filled, fillcolor=tomato"
                        : f & LOC_UNSUPPORTED ? ", style=filled, fillcolor=gold"
                        : f & LOC_ATOMIC      ? ", style=filled, fillcolor=lightgrey"
                                              : "");
        }
        vector_each(const struct edge *, e, &c->edges) {
            struct text label = {0};
            print_action(&label, p, &e->action);
            text_printf(out, "    n%u_%u -> n%u_%u [label=\"", i, e->from, i, e->to);
            print_escaped(out, text_string(&label));
            text_append(out, "\"];\n");
            text_free(&label);
        }
        text_append(out, "  }\n");
    }
    text_append(out, "}\n");
}

void print_summary(struct text *out, const struct program *p)
{
    uint32_t cells = 0, shared = 0, locations = 0, actions = 0, unsupported = 0, undefined = 0, limits = 0;
    uint64_t instances = 0;
    vector_each(const struct cell *, c, &p->cells) {
        cells += !c->dropped;
        shared += !c->dropped && cell_is_shared(c);
    }
    for (uint32_t i = 0; i < p->codes.size; i++) {
        const struct code *c = &p->codes.data[i];
        locations += c->locations.size;
        actions += c->edges.size;
        vector_each(const struct location *, l, &c->locations)
            if (l->flags & LOC_UNSUPPORTED) {
                bool is_undefined = starts_with(l->reason, UNDEFINED_REASON), is_limit = starts_with(l->reason, LIMIT_REASON);
                undefined += is_undefined;
                limits += is_limit;
                unsupported += !is_undefined && !is_limit;
            }
        if (i < p->template_count)
            instances += c->instances;
    }
    text_printf(out, "templates: %u\n", p->template_count);
    if (program_has_unbounded(p))
        text_append(out, "instances: unbounded\n");
    else
        text_printf(out, "instances: %" PRIu64 "\n", instances);
    text_printf(
        out,
        "procedures: %u\ncells: %u\nshared: %u\nlocations: %u\nactions: %u\nchecks: %u\nunsupported: %u\nlimits: %u\nundefined: "
        "%u\n",
        p->codes.size - p->template_count, cells, shared, locations, actions, p->checks.size, unsupported, limits, undefined);
}
