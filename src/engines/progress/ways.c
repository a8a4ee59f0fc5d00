#include "engines/progress/ways.h"

#include "base/effort.h"
#include "logic/smt.h"
#include "program/substitute.h"
#include "program/terms.h"

enum { MOST_CLAIMS = 64 };

struct claim {
    uint32_t location;
    expr condition;
};
typedef VECTOR(struct claim) claims;

static expr fact_at(const struct ways *k, uint32_t code, uint32_t location)
{
    const expr *of = k->facts && !k->facts->pairwise ? k->facts->invariants.data[code] : NULL;
    expr fact = of ? of[location] : NULL;
    return fact ? fact : expr_const(k->program->exprs, 1, 1);
}

bool ways_always(const struct ways *k, uint32_t code, uint32_t location, expr condition)
{
    if (expr_is_true(condition) || expr_is_false(fact_at(k, code, location)))
        return true;
    if (!k->smt)
        return false;
    struct smt_scope scope = {
        .shared = k->state, .own = k->state, .self = smt_constant(k->smt, SELF_WIDTH, "self"), .inputs = "now"};
    smt_push(k->smt);
    smt_assert(k->smt, smt_holds(k->smt, &scope, fact_at(k, code, location)));
    smt_assert(k->smt, smt_not(k->smt, smt_holds(k->smt, &scope, condition)));
    bool always = smt_check(k->smt) == SMT_UNSAT;
    smt_pop(k->smt);
    return always;
}

/* --- which steps are possible --- */

/* Atomic sections that cannot be ended are not begun. */
static void prune_sections(const struct code *c, struct bitset *possible)
{
    for (bool changed = true; changed;) {
        changed = false;
        bitset_each(i, possible) {
            uint32_t to = c->edges.data[i].to;
            uint8_t flags = c->locations.data[to].flags;
            bool goes_on = !(flags & LOC_ATOMIC) || flags & (LOC_ERROR | LOC_UNSUPPORTED) || to == c->exit;
            for (uint32_t o = out_begin(c, to); o < out_end(c, to) && !goes_on; o++)
                goes_on = bitset_has(possible, c->out_edge.data[o]);
            if (!goes_on) {
                bitset_remove(possible, i);
                changed = true;
                break;
            }
        }
    }
}

struct ways ways_new(const struct program *p, const struct proof *facts, bool asks)
{
    struct ways k = {.program = p, .facts = facts, .smt = asks ? smt_new(p) : NULL};
    if (k.smt) {
        smt_set_limit(k.smt, smt_limit_within(PATIENCE_PROGRESS_QUESTION, NULL));
        k.state = smt_state_new(k.smt, "now");
    }
    k.possible = NEW_ARRAY(struct bitset, p->template_count + 1);
    for (uint32_t t = 0; t < p->template_count; t++) {
        const struct code *c = &p->codes.data[t];
        for (uint32_t i = 0; i < c->edges.size; i++) {
            const struct edge *e = &c->edges.data[i];
            expr guard = e->action.guard;
            bool arrives = e->action.kind == ACT_HALT || !expr_is_false(fact_at(&k, t, e->to));
            if (arrives && !expr_is_false(guard) &&
                (expr_is_true(guard) || !ways_always(&k, t, e->from, expr_not(p->exprs, guard))))
                bitset_add(&k.possible[t], i);
        }
        if (k.smt)
            prune_sections(c, &k.possible[t]);
    }
    return k;
}

void ways_free(struct ways *k)
{
    for (uint32_t t = 0; t < k->program->template_count; t++)
        bitset_free(&k->possible[t]);
    mem_free(k->possible);
    if (k->smt) {
        smt_state_free(k->state);
        smt_free(k->smt);
    }
}

/* --- on the way --- */

struct look {
    const struct program *program;
    uint32_t code;
    bool own;
};

static void look_at(void *context, expr e)
{
    struct look *l = context;
    l->own &= e->op != E_INPUT && e->op != E_READ && e->op != E_AT;
    if (e->op == E_CELL)
        l->own &= l->program->cells.data[e->value].owner == l->code;
}

bool ways_is_own(const struct program *p, uint32_t code, expr e)
{
    struct look l = {p, code, true};
    expr_visit(e, look_at, &l);
    return l.own;
}

/* The condition, where the guard's own conjuncts about its cells hold. */
static expr under_guard(const struct ways *k, uint32_t code, expr guard, expr condition)
{
    struct exprs *x = k->program->exprs;
    struct bitset cells = {0};
    expr_vector parts = {0};
    expr_cells(condition, &cells);
    conjuncts_of(guard, &parts);
    vector_each(const expr *, part, &parts)
        if (ways_is_own(k->program, code, *part) && expr_mentions_any(*part, &cells))
            condition = expr_or(x, expr_not(x, *part), condition);
    bitset_free(&cells);
    vector_free(&parts);
    return condition;
}

static void claim(claims *of, uint32_t location, expr condition)
{
    vector_each(const struct claim *, c, of)
        if (c->location == location && c->condition == condition)
            return;
    vector_push(of, (struct claim){location, condition});
}

/* Adds what has to hold before each step to the location so that the condition holds after it. False if that is not known. */
static bool claim_before(const struct ways *k, uint32_t code, struct claim after, claims *of)
{
    struct exprs *x = k->program->exprs;
    const struct code *c = &k->program->codes.data[code];
    bitset_each(i, &k->possible[code]) {
        const struct edge *e = &c->edges.data[i];
        if (e->to != after.location)
            continue;
        expr before = expr_after(x, after.condition, e->action.updates, e->action.update_count, NULL);
        if (ways_always(k, code, e->from, expr_or(x, expr_not(x, e->action.guard), before)))
            continue;
        if (!ways_is_own(k->program, code, before))
            return false;
        claim(of, e->from, under_guard(k, code, e->action.guard, before));
    }
    return true;
}

bool ways_lead_to(const struct ways *k, uint32_t code, uint32_t location, expr condition)
{
    claims of = {0};
    bool holds = k->smt && ways_is_own(k->program, code, condition);
    if (holds && !ways_always(k, code, location, condition))
        claim(&of, location, condition);
    for (uint32_t i = 0; holds && i < of.size; i++)
        holds =
            i < MOST_CLAIMS && of.data[i].location != k->program->codes.data[code].entry && claim_before(k, code, of.data[i], &of);
    vector_free(&of);
    return holds;
}
