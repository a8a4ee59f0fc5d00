/* Solutions of clauses by trial (horn.h). */
#include "base/clock.h"
#include "base/log.h"
#include "logic/horn_parts.h"
#include "logic/smt_parts.h"
#include "program/substitute.h"

enum { MOST_QUESTIONS = 4000 };

struct sieve {
    struct horn_solver s;
    struct horn *horn;
    horn_places *of; /* by relation */
    uint64_t questions;
    bool changed, failed;
};

static struct exprs *pool(const struct sieve *v) { return v->horn->exprs; }

/* --- what a relation says of the variables of a use, after the updates of a clause or (NULL) before --- */

struct view {
    struct renaming names;
    const struct horn_clause *after;
};

static struct view view_of(const struct sieve *v, const struct horn_use *u, const struct horn_clause *after)
{
    const struct horn_relation *r = &v->horn->relations.data[u->relation];
    uint32_t count = v->horn->variables.size, *names = NEW_ARRAY(uint32_t, count + 1);
    for (uint32_t i = 0; i < count; i++)
        names[i] = i;
    for (uint32_t i = 0; i < r->arguments.size; i++)
        names[r->arguments.data[i]] = u->variables[i];
    return (struct view){{.exprs = pool(v), .cell = names, .count = count}, after};
}

static void view_free(struct view *w) { mem_free((void *)(uintptr_t)w->names.cell); }

static expr seen(const struct sieve *v, const struct view *w, expr e)
{
    expr renamed = expr_rename(&w->names, e);
    return w->after ? expr_after(pool(v), renamed, w->after->updates, w->after->update_count, NULL) : renamed;
}

static expr nobody_there(const struct sieve *v, const struct view *w, const struct horn_place *p)
{
    return expr_not(pool(v), seen(v, w, p->at));
}

/* Whoever it is about is in one of the places. */
static expr said_of(const struct sieve *v, const struct horn_use *u, const struct horn_clause *after)
{
    struct view w = view_of(v, u, after);
    expr all = expr_bool(pool(v), true), somewhere = expr_bool(pool(v), false);
    vector_each(const struct horn_place *, p, &v->of[u->relation]) {
        expr here = expr_bool(pool(v), p->reached);
        for (uint32_t i = 0; i < p->holds.size && p->reached; i++)
            here = expr_and(pool(v), here, seen(v, &w, p->holds.data[i]));
        all = expr_and(pool(v), all, expr_or(pool(v), nobody_there(v, &w, p), here));
        somewhere = expr_or(pool(v), somewhere, seen(v, &w, p->at));
    }
    view_free(&w);
    return expr_and(pool(v), all, somewhere);
}

/* --- one clause --- */

static bool is_so(struct sieve *v, Z3_model model, expr e)
{
    Z3_ast value = NULL;
    bool evaluated = Z3_model_eval(v->s.z3, model, horn_truth(&v->s, e), true, &value);
    return evaluated && value && Z3_get_bool_value(v->s.z3, value) == Z3_L_TRUE;
}

/* What the model contradicts is given up; at least something is, or it fails. */
static void give_up(struct sieve *v, const struct horn_clause *c, Z3_model model)
{
    struct view w = view_of(v, &c->head, c);
    bool any = false;
    vector_each(struct horn_place *, p, &v->of[c->head.relation]) {
        uint32_t kept = 0;
        if (is_so(v, model, nobody_there(v, &w, p)))
            continue;
        any |= !p->reached;
        for (uint32_t i = 0; i < p->holds.size; i++)
            if (is_so(v, model, seen(v, &w, p->holds.data[i])))
                p->holds.data[kept++] = p->holds.data[i];
        any |= kept < p->holds.size;
        p->holds.size = kept;
        p->reached = true;
    }
    v->changed |= any;
    v->failed |= !any;
    view_free(&w);
}

/* Whether the clause does not lead to what is said, in a model. */
static bool is_broken(struct sieve *v, const struct horn_clause *c, expr body, expr head)
{
    struct horn_solver *s = &v->s;
    Z3_solver solver = Z3_mk_simple_solver(s->z3);
    Z3_solver_inc_ref(s->z3, solver);
    Z3_solver_assert(s->z3, solver, horn_truth(s, body));
    Z3_solver_assert(s->z3, solver, horn_keep(s, Z3_mk_not(s->z3, horn_truth(s, head))));
    Z3_ast in_range = horn_conjunction(s, s->in_range.data, s->in_range.size);
    Z3_solver_assert(s->z3, solver, s->loose ? horn_keep(s, Z3_mk_not(s->z3, in_range)) : in_range);
    vector_each(const Z3_ast *, a, &s->facts)
        Z3_solver_assert(s->z3, solver, *a);
    Z3_lbool answer = s->failed ? Z3_L_UNDEF : Z3_solver_check(s->z3, solver);
    v->failed |= answer == Z3_L_UNDEF || ++v->questions > MOST_QUESTIONS || (answer == Z3_L_TRUE && c->head.relation == NONE);
    Z3_model model = answer == Z3_L_TRUE ? Z3_solver_get_model(s->z3, solver) : NULL;
    if (model) {
        Z3_model_inc_ref(s->z3, model);
        if (!v->failed)
            give_up(v, c, model);
        Z3_model_dec_ref(s->z3, model);
    }
    Z3_solver_dec_ref(s->z3, solver);
    return answer == Z3_L_TRUE;
}

static void keep(struct sieve *v, const struct horn_clause *c)
{
    expr body = c->constraint;
    bool again = true;
    for (uint32_t i = 0; i < c->use_count; i++)
        body = expr_and(pool(v), body, said_of(v, &c->uses[i], NULL));
    while (again && !v->failed) {
        expr head = c->head.relation == NONE ? expr_bool(pool(v), false) : said_of(v, &c->head, c);
        if (expr_is_true(head) || expr_is_false(body))
            return;
        horn_begin_clause(&v->s);
        again = is_broken(v, c, body, head);
        if (v->s.in_range.size && !again && !v->failed) {
            horn_loosen(&v->s);
            again = is_broken(v, c, body, head);
        }
    }
}

/* --- all of them --- */

bool horn_sift(struct horn *h, horn_places *of, struct smt_limit limit, const struct budget *budget)
{
    struct sieve v = {.horn = h, .of = of, .changed = true};
    horn_solver_init(&v.s, h);
    smt_limit_context(v.s.z3, limit);
    while (v.changed && !v.failed) {
        v.changed = false;
        for (uint32_t i = 0; i < h->clauses.size && !v.failed; i++)
            if (h->clauses.data[i].head.relation != NONE)
                keep(&v, &h->clauses.data[i]);
        v.failed |= budget_spent(budget);
    }
    for (uint32_t i = 0; i < h->clauses.size && !v.failed; i++)
        if (h->clauses.data[i].head.relation == NONE)
            keep(&v, &h->clauses.data[i]);
    log_debug("sifted by %llu questions%s", (unsigned long long)v.questions, v.failed ? ", in vain" : "");
    horn_solver_free(&v.s);
    return !v.failed;
}
