#include "logic/horn_parts.h"

#include "base/log.h"
#include "logic/smt_parts.h"

/* --- what Z3 is told --- */

static void on_error(Z3_context c, Z3_error_code e) { log_debug("z3: %s", Z3_get_error_msg(c, e)); }

Z3_ast horn_keep(struct horn_solver *s, Z3_ast a)
{
    if (!a) {
        s->failed = true;
        a = Z3_mk_true(s->z3);
    }
    Z3_inc_ref(s->z3, a);
    vector_push(&s->kept, a);
    return a;
}

Z3_ast horn_number(struct horn_solver *s, wide value)
{
    char digits[48];
    char *at = digits + sizeof digits;
    bool negative = value < 0;
    *--at = '\0';
    do {
        int digit = (int)(value % 10);
        *--at = (char)('0' + (negative ? -digit : digit));
        value /= 10;
    } while (value);
    if (negative)
        *--at = '-';
    return horn_keep(s, Z3_mk_numeral(s->z3, at, s->integer));
}

static Z3_sort sort_of(struct horn_solver *s, const struct horn_variable *v)
{
    Z3_sort values = v->width == 1 ? s->truth : s->integer;
    if (!v->index_width)
        return values;
    Z3_sort array = Z3_mk_array_sort(s->z3, s->integer, values);
    horn_keep(s, Z3_sort_to_ast(s->z3, array));
    return array;
}

Z3_ast horn_variable(struct horn_solver *s, uint32_t v)
{
    assert(s->horn->variables.data[v].width);
    char name[32];
    if (!s->constant.data[v]) {
        snprintf(name, sizeof name, "v%u", v);
        Z3_sort sort = sort_of(s, &s->horn->variables.data[v]);
        s->constant.data[v] = horn_keep(s, Z3_mk_const(s->z3, Z3_mk_string_symbol(s->z3, name), sort));
        map_put(&s->by_constant, map_pointer_key(s->constant.data[v]), v);
    }
    if (!bitset_has(&s->used, v))
        vector_push(&s->bound, Z3_to_app(s->z3, s->constant.data[v]));
    bitset_add(&s->used, v);
    return s->constant.data[v];
}

void horn_solver_init(struct horn_solver *s, struct horn *h)
{
    *s = (struct horn_solver){.horn = h};
    Z3_config config = Z3_mk_config();
    s->z3 = Z3_mk_context_rc(config);
    Z3_del_config(config);
    Z3_set_error_handler(s->z3, on_error);
    s->integer = Z3_mk_int_sort(s->z3);
    horn_keep(s, Z3_sort_to_ast(s->z3, s->integer));
    s->truth = Z3_mk_bool_sort(s->z3);
    horn_keep(s, Z3_sort_to_ast(s->z3, s->truth));
    vector_resize(&s->constant, h->variables.size);
}

void horn_solver_free(struct horn_solver *s)
{
    vector_each(Z3_ast *, a, &s->kept)
        Z3_dec_ref(s->z3, *a);
    Z3_del_context(s->z3);
    horn_forget(s);
    vector_free(&s->kept);
    vector_free(&s->constant);
    vector_free(&s->bound);
    vector_free(&s->facts);
    vector_free(&s->in_range);
    vector_free(&s->all);
    map_free(&s->by_constant);
    bitset_free(&s->used);
}

/* inline: with it, what is found for an inlined relation may be wrong. eq_prop: without it, orders between numbers are found. */
static Z3_fixedpoint spacer(struct horn_solver *s, unsigned seed)
{
    enum { ANY_ORDER = 2 };
    static const char *const off[] = {"xform.inline_linear", "xform.inline_eager", "spacer.eq_prop"};
    Z3_fixedpoint f = Z3_mk_fixedpoint(s->z3);
    Z3_fixedpoint_inc_ref(s->z3, f);
    Z3_params p = Z3_mk_params(s->z3);
    Z3_params_inc_ref(s->z3, p);
    Z3_params_set_symbol(s->z3, p, Z3_mk_string_symbol(s->z3, "engine"), Z3_mk_string_symbol(s->z3, "spacer"));
    for (unsigned i = 0; i < sizeof off / sizeof *off; i++)
        Z3_params_set_bool(s->z3, p, Z3_mk_string_symbol(s->z3, off[i]), false);
    if (seed) {
        Z3_params_set_uint(s->z3, p, Z3_mk_string_symbol(s->z3, "spacer.random_seed"), seed);
        Z3_params_set_uint(s->z3, p, Z3_mk_string_symbol(s->z3, "spacer.order_children"), ANY_ORDER);
    }
    Z3_fixedpoint_set_params(s->z3, f, p);
    Z3_params_dec_ref(s->z3, p);
    return f;
}

/* --- clauses --- */

struct question {
    struct horn_solver *s;
    Z3_fixedpoint fixedpoint;
    VECTOR(Z3_func_decl) relations;
    Z3_func_decl wrong; /* what "false" is */
};

typedef VECTOR(Z3_ast) ast_vector;

static Z3_func_decl declare(struct question *q, const char *name, const u32_vector *arguments)
{
    struct horn_solver *s = q->s;
    VECTOR(Z3_sort) sorts = {0};
    for (uint32_t i = 0; arguments && i < arguments->size; i++)
        vector_push(&sorts, sort_of(s, &s->horn->variables.data[arguments->data[i]]));
    Z3_func_decl d = Z3_mk_func_decl(s->z3, Z3_mk_string_symbol(s->z3, name), sorts.size, sorts.data, s->truth);
    horn_keep(s, Z3_func_decl_to_ast(s->z3, d));
    Z3_fixedpoint_register_relation(s->z3, q->fixedpoint, d);
    vector_free(&sorts);
    return d;
}

static Z3_ast use_of(struct question *q, const struct horn_use *u)
{
    struct horn_solver *s = q->s;
    const u32_vector *formal = &s->horn->relations.data[u->relation].arguments;
    ast_vector actual = {0};
    for (uint32_t i = 0; i < formal->size; i++)
        vector_push(&actual, horn_variable(s, u->variables[i]));
    Z3_ast a = horn_keep(s, Z3_mk_app(s->z3, q->relations.data[u->relation], actual.size, actual.data));
    vector_free(&actual);
    return a;
}

/* What a variable is after the updates of the clause. */
static Z3_ast after(struct horn_solver *s, const struct horn_clause *c, uint32_t v)
{
    const struct horn_variable *x = &s->horn->variables.data[v];
    Z3_ast now = horn_variable(s, v);
    if (c->begins && x->filled && x->index_width) {
        wide fill = x->is_unsigned ? (wide)x->fill : (wide)sign_extend(x->fill, x->width);
        Z3_ast value = x->width == 1 ? (x->fill ? Z3_mk_true(s->z3) : Z3_mk_false(s->z3)) : horn_number(s, fill);
        now = horn_keep(s, Z3_mk_const_array(s->z3, s->integer, horn_keep(s, value)));
    }
    for (uint32_t i = 0; i < c->update_count; i++) {
        const struct update *u = &c->updates[i];
        if (u->cell != v)
            continue;
        Z3_ast value = x->width == 1 ? horn_truth(s, u->value) : horn_value(s, u->value, x->is_unsigned);
        now = x->index_width ? horn_keep(s, Z3_mk_store(s->z3, now, horn_index(s, u->index), value)) : value;
    }
    return now;
}

static Z3_ast head_of(struct question *q, const struct horn_clause *c)
{
    struct horn_solver *s = q->s;
    if (c->head.relation == NONE)
        return horn_keep(s, Z3_mk_app(s->z3, q->wrong, 0, NULL));
    const u32_vector *formal = &s->horn->relations.data[c->head.relation].arguments;
    ast_vector actual = {0};
    for (uint32_t i = 0; i < formal->size; i++)
        vector_push(&actual, after(s, c, c->head.variables[i]));
    Z3_ast a = horn_keep(s, Z3_mk_app(s->z3, q->relations.data[c->head.relation], actual.size, actual.data));
    vector_free(&actual);
    return a;
}

Z3_ast horn_conjunction(struct horn_solver *s, const Z3_ast *list, uint32_t count)
{
    return horn_keep(s, count ? Z3_mk_and(s->z3, count, list) : Z3_mk_true(s->z3));
}

/* besides: NULL, or what is known besides the clause's own constraint. */
static void add_rule(struct question *q, const struct horn_clause *c, Z3_ast besides)
{
    struct horn_solver *s = q->s;
    ast_vector body = {0};
    for (uint32_t i = 0; i < c->use_count; i++)
        vector_push(&body, use_of(q, &c->uses[i]));
    vector_push(&body, horn_truth(s, c->constraint));
    Z3_ast head = head_of(q, c);
    vector_each(const Z3_ast *, a, &s->facts)
        vector_push(&body, *a);
    if (besides)
        vector_push(&body, besides);
    else if (s->in_range.size)
        vector_push(&body, horn_conjunction(s, s->in_range.data, s->in_range.size));
    Z3_ast rule = horn_keep(s, Z3_mk_implies(s->z3, horn_conjunction(s, body.data, body.size), head));
    if (s->bound.size)
        rule = horn_keep(s, Z3_mk_forall_const(s->z3, 0, s->bound.size, s->bound.data, 0, NULL, rule));
    if (!s->failed)
        Z3_fixedpoint_add_rule(s->z3, q->fixedpoint, rule, NULL);
    vector_free(&body);
}

void horn_begin_clause(struct horn_solver *s)
{
    s->loose = false;
    s->fresh = 0;
    vector_clear(&s->bound);
    bitset_clear(&s->used);
    horn_forget(s);
}

/* What is certain of the terms before stays: they are in the condition. */
void horn_loosen(struct horn_solver *s)
{
    s->loose = true;
    map_free(&s->known);
}

static void add_clause(struct question *q, const struct horn_clause *c)
{
    struct horn_solver *s = q->s;
    horn_begin_clause(s);
    add_rule(q, c, NULL);
    if (!s->in_range.size)
        return;
    Z3_ast beyond = horn_keep(s, Z3_mk_not(s->z3, horn_conjunction(s, s->in_range.data, s->in_range.size)));
    horn_loosen(s);
    add_rule(q, c, beyond);
}

/* --- answers --- */

/* forall x: relation(x) == body, or relation(x) alone, or its negation. */
static void read_solution(struct question *q, Z3_ast a)
{
    struct horn_solver *s = q->s;
    Z3_context z = s->z3;
    if (Z3_get_ast_kind(z, a) == Z3_QUANTIFIER_AST)
        a = horn_keep(s, Z3_get_quantifier_body(z, a));
    if (Z3_get_ast_kind(z, a) != Z3_APP_AST)
        return;
    Z3_app app = Z3_to_app(z, a);
    Z3_decl_kind op = Z3_get_decl_kind(z, Z3_get_app_decl(z, app));
    bool equation = (op == Z3_OP_EQ || op == Z3_OP_IFF) && Z3_get_app_num_args(z, app) == 2;
    Z3_ast head = equation || op == Z3_OP_NOT ? Z3_get_app_arg(z, app, 0) : a, body = equation ? Z3_get_app_arg(z, app, 1) : NULL;
    for (uint32_t r = 0; r < q->relations.size; r++) {
        struct horn_relation *to = &s->horn->relations.data[r];
        if (Z3_get_ast_kind(z, head) != Z3_APP_AST || Z3_get_app_decl(z, Z3_to_app(z, head)) != q->relations.data[r])
            continue;
        ast_vector names = {0};
        uint32_t count = to->arguments.size;
        vector_resize(&names, count);
        for (uint32_t i = 0; i < count; i++)
            names.data[i] = horn_variable(s, to->arguments.data[i]);
        for (uint32_t i = 0; i < count; i++) {
            Z3_ast formal = Z3_get_app_arg(z, Z3_to_app(z, head), i);
            if (Z3_get_ast_kind(z, formal) == Z3_VAR_AST && Z3_get_index_value(z, formal) < count)
                names.data[Z3_get_index_value(z, formal)] = horn_variable(s, to->arguments.data[i]);
        }
        Z3_ast said = body ? horn_keep(s, Z3_substitute_vars(z, body, count, names.data)) : NULL;
        to->solution = said ? horn_back(s, horn_keep(s, Z3_simplify(z, said))) : expr_bool(s->horn->exprs, op != Z3_OP_NOT);
        vector_free(&names);
    }
}

static bool read_answer(struct question *q)
{
    struct horn_solver *s = q->s;
    Z3_ast answer = horn_keep(s, Z3_fixedpoint_get_answer(s->z3, q->fixedpoint));
    vector_each(struct horn_relation *, r, &s->horn->relations)
        r->solution = expr_bool(s->horn->exprs, true); /* Spacer says nothing of what does not matter */
    if (s->failed)
        return false;
    log_debug("spacer: %s", Z3_ast_to_string(s->z3, answer));
    Z3_app all = Z3_get_ast_kind(s->z3, answer) == Z3_APP_AST ? Z3_to_app(s->z3, answer) : NULL;
    if (all && Z3_get_decl_kind(s->z3, Z3_get_app_decl(s->z3, all)) == Z3_OP_AND)
        for (unsigned i = 0; i < Z3_get_app_num_args(s->z3, all); i++)
            read_solution(q, Z3_get_app_arg(s->z3, all, i));
    else
        read_solution(q, answer);
    vector_each(const struct horn_relation *, r, &s->horn->relations)
        s->failed |= !r->solution;
    return !s->failed;
}

enum horn_answer horn_solve(struct horn *h, struct smt_limit limit)
{
    assert(h->exprs);
    struct horn_solver s;
    struct question q = {.s = &s};
    char name[32];
    horn_solver_init(&s, h);
    smt_limit_context(s.z3, limit);
    q.fixedpoint = spacer(&s, h->seed);
    for (uint32_t r = 0; r < h->relations.size; r++) {
        snprintf(name, sizeof name, "r%u", r);
        vector_push(&q.relations, declare(&q, name, &h->relations.data[r].arguments));
    }
    q.wrong = declare(&q, "wrong", NULL);
    vector_each(const struct horn_clause *, c, &h->clauses)
        add_clause(&q, c);
    log_debug("spacer is asked: %s", s.failed ? "nothing" : Z3_fixedpoint_to_string(s.z3, q.fixedpoint, 0, NULL));
    Z3_lbool r = s.failed ? Z3_L_UNDEF : Z3_fixedpoint_query_relations(s.z3, q.fixedpoint, 1, &q.wrong);
    enum horn_answer answer = r == Z3_L_TRUE ? HORN_REFUTED : HORN_UNKNOWN;
    if (r == Z3_L_FALSE && read_answer(&q))
        answer = HORN_SOLVED;
    Z3_fixedpoint_dec_ref(s.z3, q.fixedpoint);
    vector_free(&q.relations);
    horn_solver_free(&s);
    return answer;
}

void horn_free(struct horn *h)
{
    vector_each(struct horn_relation *, r, &h->relations)
        vector_free(&r->arguments);
    vector_free(&h->relations);
    vector_free(&h->variables);
    vector_free(&h->clauses);
}
