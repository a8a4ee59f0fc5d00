#include "logic/abstraction.h"

#include "base/map.h"
#include "logic/components.h"
#include "logic/smt.h"

#include <stdlib.h>

enum { MOST_MODELS = 48, MOST_CUBES = 128 };

struct answers {
    struct intern asked; /* questions: ids of facts and predicates */
    u32_vector begin;    /* two for each: where its cubes begin, and how many they are */
    cube_vector cubes;
};

struct cube_abstraction {
    struct exprs *exprs;
    struct smt *smt;
    struct smt_state *state;
    struct smt_scope scope;
    bool boolean;
    unsigned work;               /* of a question (smt_limit) */
    struct map formulas, bits;   /* expression to formula, and to term of width 1 */
    struct answers parts, whole; /* to components of questions, and to questions */
    struct leaves leaves;
    VECTOR(uint32_t) key;
    struct budget budget;
    uint64_t hits;
};

struct cube_abstraction *cube_abstraction_new(const struct program *p, unsigned work, bool boolean)
{
    struct cube_abstraction *a = NEW(struct cube_abstraction);
    a->exprs = p->exprs;
    a->smt = smt_new(p);
    a->state = smt_state_new(a->smt, "s");
    a->scope = (struct smt_scope){.shared = a->state, .own = a->state, .inputs = "s"};
    a->scope.self = smt_constant(a->smt, SELF_WIDTH, "self");
    a->boolean = boolean;
    a->work = work;
    return a;
}

static void answers_free(struct answers *t)
{
    intern_free(&t->asked);
    vector_free(&t->begin);
    vector_free(&t->cubes);
}

void cube_abstraction_free(struct cube_abstraction *a)
{
    if (!a)
        return;
    smt_state_free(a->state);
    smt_free(a->smt);
    map_free(&a->formulas);
    map_free(&a->bits);
    answers_free(&a->parts);
    answers_free(&a->whole);
    leaves_free(&a->leaves);
    vector_free(&a->key);
    mem_free(a);
}

void cube_abstraction_limit(struct cube_abstraction *a, const struct budget *budget) { a->budget = *budget; }

static term bit(struct cube_abstraction *a, expr e)
{
    uint64_t known;
    if (map_get(&a->bits, map_pointer_key(e), &known))
        return (term)(uintptr_t)known;
    term t = smt_term(a->smt, &a->scope, e);
    map_put(&a->bits, map_pointer_key(e), (uintptr_t)t);
    return t;
}

static term formula(struct cube_abstraction *a, expr e)
{
    uint64_t known;
    if (map_get(&a->formulas, map_pointer_key(e), &known))
        return (term)(uintptr_t)known;
    term t = smt_formula(a->smt, bit(a, e));
    map_put(&a->formulas, map_pointer_key(e), (uintptr_t)t);
    return t;
}

static enum smt_answer ask(struct cube_abstraction *a)
{
    if (budget_left(&a->budget) <= 0)
        return SMT_UNKNOWN;
    smt_set_limit(a->smt, smt_limit_within(a->work, &a->budget));
    return smt_check(a->smt);
}

/* --- enumeration --- */

static struct cube model_cube(struct cube_abstraction *a, const expr_vector *predicates)
{
    struct cube c = {0, 0};
    for (uint32_t i = 0; i < predicates->size; i++) {
        c.known |= UINT64_C(1) << i;
        if (smt_model(a->smt, bit(a, predicates->data[i])))
            c.value |= UINT64_C(1) << i;
    }
    return c;
}

static term cube_formula(struct cube_abstraction *a, const expr_vector *predicates, struct cube c)
{
    term all = smt_true(a->smt);
    for (uint32_t i = 0; i < predicates->size; i++)
        if (c.known >> i & 1) {
            term p = formula(a, predicates->data[i]);
            all = smt_and(a->smt, all, c.value >> i & 1 ? p : smt_not(a->smt, p));
        }
    return all;
}

/* Merges cubes that differ in the value of one predicate only, until there are none. */
static void merge(cube_vector *v, uint32_t from)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = from; i < v->size && !changed; i++)
            for (uint32_t k = i + 1; k < v->size && !changed; k++) {
                uint64_t differ = v->data[i].value ^ v->data[k].value;
                if (v->data[i].known != v->data[k].known || (differ & (differ - 1)))
                    continue;
                v->data[i].known &= ~differ;
                v->data[i].value &= ~differ;
                v->data[k] = vector_last(v);
                v->size--;
                changed = true;
            }
    }
}

/* Which single values are possible: the smallest cube around all states. first is a model's cube; what it is known that
 * varies is left out of *fixed. */
static struct cube smallest_cube(struct cube_abstraction *a, const expr_vector *predicates, struct cube first, uint64_t fixed)
{
    for (uint32_t i = 0; i < predicates->size; i++) {
        uint64_t bit = UINT64_C(1) << i;
        if (!(fixed & bit))
            continue;
        smt_push(a->smt);
        term p = formula(a, predicates->data[i]);
        smt_assert(a->smt, first.value & bit ? smt_not(a->smt, p) : p);
        enum smt_answer r = ask(a);
        if (r == SMT_SAT)
            fixed &= ~(first.value ^ model_cube(a, predicates).value);
        smt_pop(a->smt);
        if (r != SMT_UNSAT)
            fixed &= ~bit;
    }
    return (struct cube){first.known & fixed, first.value & fixed};
}

static void enumerate(struct cube_abstraction *a, const expr_vector *predicates, cube_vector *out)
{
    uint32_t from = out->size;
    uint64_t all = predicates->size == 64 ? ~UINT64_C(0) : (UINT64_C(1) << predicates->size) - 1;
    enum smt_answer r = ask(a);
    if (r == SMT_UNSAT)
        return;
    if (r == SMT_UNKNOWN || !predicates->size) {
        vector_push(out, (struct cube){0, 0});
        return;
    }
    struct cube first = model_cube(a, predicates), c = first;
    uint64_t fixed = all;
    if (!a->boolean) {
        vector_push(out, smallest_cube(a, predicates, first, fixed));
        return;
    }
    smt_push(a->smt);
    for (; r == SMT_SAT && out->size - from < MOST_MODELS; r = ask(a)) {
        c = model_cube(a, predicates);
        fixed &= ~(c.value ^ first.value);
        vector_push(out, c);
        smt_assert(a->smt, smt_not(a->smt, cube_formula(a, predicates, c)));
    }
    smt_pop(a->smt);
    if (r != SMT_UNSAT) { /* too many, or too hard */
        out->size = from;
        vector_push(out, smallest_cube(a, predicates, first, fixed));
    }
    merge(out, from);
}

/* --- questions --- */

static int by_id(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static uint32_t question(struct cube_abstraction *a, struct answers *t, const expr_vector *facts, const expr_vector *predicates,
                         bool *is_new)
{
    vector_clear(&a->key);
    vector_each(const expr *, e, facts)
        vector_push(&a->key, (*e)->id);
    if (a->key.size)
        qsort(a->key.data, a->key.size, sizeof *a->key.data, by_id);
    vector_push(&a->key, UINT32_MAX);
    vector_each(const expr *, e, predicates)
        vector_push(&a->key, (*e)->id);
    return intern_add(&t->asked, a->key.data, a->key.size * sizeof *a->key.data, is_new);
}

/* The cubes of one component, asked or remembered, in a->parts.cubes from *begin on. */
static void component_cubes(struct cube_abstraction *a, const struct component *c, uint32_t *begin, uint32_t *count)
{
    bool is_new;
    struct answers *t = &a->parts;
    uint32_t q = question(a, t, &c->facts, &c->predicates, &is_new);
    if (is_new) {
        uint32_t from = t->cubes.size;
        smt_push(a->smt);
        vector_each(const expr *, e, &c->facts)
            smt_assert(a->smt, formula(a, *e));
        enumerate(a, &c->predicates, &t->cubes);
        smt_pop(a->smt);
        vector_push(&t->begin, from);
        vector_push(&t->begin, t->cubes.size - from);
    } else {
        a->hits++;
    }
    *begin = t->begin.data[2 * q];
    *count = t->begin.data[2 * q + 1];
}

static struct cube placed(struct cube c, const struct component *k)
{
    struct cube r = {0, 0};
    for (uint32_t i = 0; i < k->places.size; i++) {
        r.known |= (c.known >> i & 1) << k->places.data[i];
        r.value |= (c.value >> i & 1) << k->places.data[i];
    }
    return r;
}

static struct cube hull(const struct cube *c, uint32_t count)
{
    struct cube r = c[0];
    for (uint32_t i = 1; i < count; i++)
        r.known &= c[i].known & ~(r.value ^ c[i].value);
    r.value &= r.known;
    return r;
}

/* Combines every cube so far with every one of the component's. False if there are none. */
static bool multiply(struct cube_abstraction *a, const struct component *k, cube_vector *out, uint32_t from)
{
    uint32_t begin, count, have = out->size - from;
    component_cubes(a, k, &begin, &count);
    if (!count)
        return false;
    struct cube around = hull(a->parts.cubes.data + begin, count);
    bool many = (uint64_t)have * count > MOST_CUBES;
    for (uint32_t i = 0; i < have; i++) {
        struct cube base = out->data[from + i];
        for (uint32_t n = 0; n < (many ? 1 : count); n++) {
            struct cube c = placed(many ? around : a->parts.cubes.data[begin + n], k);
            c.known |= base.known, c.value |= base.value;
            if (n)
                vector_push(out, c);
            else
                out->data[from + i] = c;
        }
    }
    return true;
}

static void answer(struct cube_abstraction *a, const expr_vector *facts, const expr_vector *predicates, cube_vector *out)
{
    struct components parts;
    uint32_t from = out->size;
    components_of(a->exprs, &a->leaves, facts, predicates, &parts);
    bool possible = !parts.contradiction;
    if (possible)
        vector_push(out, (struct cube){parts.known, parts.value});
    for (uint32_t i = 0; i < parts.parts.size && possible; i++)
        possible = multiply(a, &parts.parts.data[i], out, from);
    if (!possible)
        out->size = from;
    components_free(&parts);
}

void cube_abstraction_of(struct cube_abstraction *a, const expr_vector *facts, const expr_vector *predicates, cube_vector *out)
{
    assert(predicates->size <= CUBE_PREDICATES);
    bool is_new;
    struct answers *t = &a->whole;
    uint32_t q = question(a, t, facts, predicates, &is_new), from = t->cubes.size;
    if (is_new) {
        answer(a, facts, predicates, &t->cubes);
        vector_push(&t->begin, from);
        vector_push(&t->begin, t->cubes.size - from);
    } else {
        a->hits++;
    }
    for (uint32_t i = 0; i < t->begin.data[2 * q + 1]; i++)
        vector_push(out, t->cubes.data[t->begin.data[2 * q] + i]);
}

bool cube_abstraction_possible(struct cube_abstraction *a, const expr_vector *facts)
{
    expr_vector none = {0};
    cube_vector out = {0};
    cube_abstraction_of(a, facts, &none, &out);
    bool possible = out.size != 0;
    vector_free(&out);
    return possible;
}

struct cube_abstraction_statistics cube_abstraction_statistics(const struct cube_abstraction *a)
{
    struct smt_statistics s = smt_statistics(a->smt);
    return (struct cube_abstraction_statistics){s.questions, a->hits, s.unknown, s.seconds};
}
