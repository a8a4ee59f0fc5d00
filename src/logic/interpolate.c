#include "logic/interpolate.h"

#include "base/log.h"
#include "logic/integers.h"
#include "logic/smt_parts.h"

struct conjunction {
    Z3_ast formula;
    struct bitset symbols;
};

struct cutting {
    struct interpolation *problem;
    struct integers integers;
    struct conjunction *own, *found; /* by node: its formulas, its interpolant */
    u32_vector next;                 /* by node: the one that it is before, or NONE */
    double end;
    uint64_t questions;
};

/* --- formulas --- */

static void conjoin(struct integers *n, struct conjunction *to, const struct conjunction *c)
{
    if (!c->formula)
        return;
    Z3_ast both[] = {to->formula, c->formula};
    to->formula = to->formula ? integers_keep(n, Z3_mk_and(n->z3, 2, both)) : c->formula;
    bitset_unite(&to->symbols, &c->symbols);
}

static void add_formula(struct integers *n, struct conjunction *to, expr e)
{
    struct conjunction one = {0};
    one.formula = integers_formula(n, e, &one.symbols);
    conjoin(n, to, &one);
    bitset_free(&one.symbols);
}

static void prepare(struct cutting *c)
{
    struct interpolation *p = c->problem;
    vector_resize(&c->next, p->nodes.size);
    for (uint32_t i = 0; i < p->nodes.size; i++) {
        c->next.data[i] = NONE;
        for (unsigned k = 0; k < 2; k++)
            if (p->nodes.data[i].before[k] != NONE)
                c->next.data[p->nodes.data[i].before[k]] = i;
        vector_each(const expr *, e, &p->nodes.data[i].formulas)
            add_formula(&c->integers, &c->own[i], *e);
    }
}

/* Whether the formulas together are a contradiction in integers. */
static bool contradictory(struct cutting *c, const struct conjunction *formulas, uint32_t count)
{
    Z3_context z = c->integers.z3;
    Z3_solver s = Z3_mk_solver_for_logic(z, Z3_mk_string_symbol(z, "QF_LIA"));
    Z3_solver_inc_ref(z, s);
    for (uint32_t i = 0; i < count; i++)
        if (formulas[i].formula)
            Z3_solver_assert(z, s, formulas[i].formula);
    bool result = Z3_solver_check(z, s) == Z3_L_FALSE;
    c->questions++;
    Z3_solver_dec_ref(z, s);
    return result;
}

/* --- one cut --- */

struct cut {
    struct conjunction before, after;
    struct bitset shared;
};

static void make_cut(struct cutting *c, uint32_t node, struct cut *cut)
{
    *cut = (struct cut){0};
    for (uint32_t i = 0; i < node; i++)
        if (c->next.data[i] == node)
            conjoin(&c->integers, &cut->before, &c->found[i]);
        else if (c->next.data[i] > node)
            conjoin(&c->integers, &cut->after, &c->found[i]);
    conjoin(&c->integers, &cut->before, &c->own[node]);
    for (uint32_t i = node + 1; i < c->problem->nodes.size; i++)
        conjoin(&c->integers, &cut->after, &c->own[i]);
    bitset_copy(&cut->shared, &cut->before.symbols);
    bitset_intersect(&cut->shared, &cut->after.symbols);
}

static void cut_free(struct cut *cut)
{
    bitset_free(&cut->before.symbols);
    bitset_free(&cut->after.symbols);
    bitset_free(&cut->shared);
}

static Z3_ast for_all(struct integers *n, const struct bitset *symbols, Z3_ast body)
{
    VECTOR(Z3_app) bound = {0};
    bitset_each(s, symbols)
        vector_push(&bound, Z3_to_app(n->z3, n->symbols.data[s].constant));
    Z3_ast all = bound.size ? integers_keep(n, Z3_mk_forall_const(n->z3, 0, bound.size, bound.data, 0, NULL, body)) : body;
    vector_free(&bound);
    return all;
}

static Z3_fixedpoint spacer(struct cutting *c)
{
    Z3_context z = c->integers.z3;
    Z3_fixedpoint f = Z3_mk_fixedpoint(z);
    Z3_fixedpoint_inc_ref(z, f);
    Z3_params p = Z3_mk_params(z);
    Z3_params_inc_ref(z, p);
    Z3_params_set_symbol(z, p, Z3_mk_string_symbol(z, "engine"), Z3_mk_string_symbol(z, "spacer"));
    static const char *const off[] = {"xform.inline_linear", "xform.inline_eager", "xform.slice", "xform.coi"};
    for (unsigned i = 0; i < sizeof off / sizeof *off; i++) /* the relation must stay as it is */
        Z3_params_set_bool(z, p, Z3_mk_string_symbol(z, off[i]), false);
    Z3_fixedpoint_set_params(z, f, p);
    Z3_params_dec_ref(z, p);
    return f;
}

static void add_rule(struct integers *n, Z3_fixedpoint f, const struct bitset *symbols, Z3_ast if_, Z3_ast then)
{
    Z3_ast body = integers_keep(n, Z3_mk_implies(n->z3, if_, then));
    Z3_fixedpoint_add_rule(n->z3, f, for_all(n, symbols, body), NULL);
}

static Z3_func_decl relation(struct integers *n, Z3_fixedpoint f, const char *name, unsigned count, const Z3_sort *sorts)
{
    Z3_func_decl d = Z3_mk_func_decl(n->z3, Z3_mk_string_symbol(n->z3, name), count, sorts, n->truth);
    integers_keep(n, Z3_func_decl_to_ast(n->z3, d));
    Z3_fixedpoint_register_relation(n->z3, f, d);
    return d;
}

/* before => cut(shared); cut(shared) and after => wrong. The solution for the relation "cut", over the symbols. */
static Z3_ast solve(struct cutting *c, const struct cut *cut)
{
    struct integers *n = &c->integers;
    Z3_context z = n->z3;
    Z3_ast yes = integers_keep(n, Z3_mk_true(z)), result = NULL;
    VECTOR(Z3_ast) arguments = {0};
    VECTOR(Z3_sort) sorts = {0};
    bitset_each(s, &cut->shared) {
        vector_push(&arguments, n->symbols.data[s].constant);
        vector_push(&sorts, n->symbols.data[s].sort);
    }
    Z3_fixedpoint f = spacer(c);
    Z3_func_decl at_cut = relation(n, f, "cut", arguments.size, sorts.data), wrong = relation(n, f, "wrong", 0, NULL);
    Z3_ast holds = integers_keep(n, Z3_mk_app(z, at_cut, arguments.size, arguments.data));
    Z3_ast both[] = {holds, cut->after.formula ? cut->after.formula : yes};
    add_rule(n, f, &cut->before.symbols, cut->before.formula ? cut->before.formula : yes, holds);
    Z3_ast met = integers_keep(n, Z3_mk_and(z, 2, both)), bad = integers_keep(n, Z3_mk_app(z, wrong, 0, NULL));
    add_rule(n, f, &cut->after.symbols, met, bad);
    c->questions++;
    if (!n->failed && Z3_fixedpoint_query_relations(z, f, 1, &wrong) == Z3_L_FALSE) {
        result = integers_keep(n, Z3_fixedpoint_get_cover_delta(z, f, -1, at_cut));
        if (arguments.size)
            result = integers_keep(n, Z3_substitute_vars(z, result, arguments.size, arguments.data));
    }
    Z3_fixedpoint_dec_ref(z, f);
    vector_free(&arguments);
    vector_free(&sorts);
    return n->failed ? NULL : result;
}

/* Rules that contradict themselves are dropped by Spacer, and then asking for what it found is a crash. */
static Z3_ast solve_cut(struct cutting *c, const struct cut *cut)
{
    if (contradictory(c, &cut->after, 1))
        return integers_keep(&c->integers, Z3_mk_true(c->integers.z3));
    if (contradictory(c, &cut->before, 1))
        return integers_keep(&c->integers, Z3_mk_false(c->integers.z3));
    return solve(c, cut);
}

/* Nothing happens at the node: what held before holds. */
static bool passes_on(struct cutting *c, uint32_t node)
{
    struct interpolation_node *p = &c->problem->nodes.data[node];
    if (p->formulas.size || p->before[0] == NONE || p->before[1] != NONE)
        return false;
    p->interpolant = c->problem->nodes.data[p->before[0]].interpolant;
    c->found[node].formula = c->found[p->before[0]].formula;
    bitset_copy(&c->found[node].symbols, &c->found[p->before[0]].symbols);
    return true;
}

static bool cut_at(struct cutting *c, uint32_t node)
{
    struct cut cut;
    if (passes_on(c, node))
        return true;
    if (clock_cpu() > c->end)
        return false;
    make_cut(c, node, &cut);
    Z3_ast found = solve_cut(c, &cut);
    expr e = found ? integers_back(&c->integers, found) : NULL;
    c->problem->nodes.data[node].interpolant = e;
    if (e) {
        c->found[node].formula = found;
        bitset_copy(&c->found[node].symbols, &cut.shared);
    }
    cut_free(&cut);
    return e;
}

bool interpolate(struct interpolation *p, struct smt_statistics *statistics)
{
    double began = clock_wall();
    struct cutting c = {.problem = p, .end = clock_cpu() + p->seconds};
    bool done = false;
    integers_init(&c.integers, p->exprs, &p->is_unsigned);
    smt_limit_context(c.integers.z3, p->limit);
    c.own = NEW_ARRAY(struct conjunction, p->nodes.size + 1);
    c.found = NEW_ARRAY(struct conjunction, p->nodes.size + 1);
    prepare(&c);
    if (!c.integers.failed && contradictory(&c, c.own, p->nodes.size)) {
        done = true;
        for (uint32_t i = 0; done && i + 1 < p->nodes.size; i++)
            done = cut_at(&c, i);
        if (done)
            p->nodes.data[p->nodes.size - 1].interpolant = expr_bool(p->exprs, false);
    }
    if (statistics) {
        statistics->questions += c.questions;
        statistics->seconds += clock_wall() - began;
    }
    for (uint32_t i = 0; i < p->nodes.size; i++) {
        bitset_free(&c.own[i].symbols);
        bitset_free(&c.found[i].symbols);
    }
    mem_free(c.own);
    mem_free(c.found);
    vector_free(&c.next);
    integers_free(&c.integers);
    return done;
}

void interpolation_free(struct interpolation *p)
{
    vector_each(struct interpolation_node *, n, &p->nodes)
        vector_free(&n->formulas);
    vector_free(&p->nodes);
    bitset_free(&p->is_unsigned);
}
