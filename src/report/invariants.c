/* A location of the program that was proved has no position of its own that could be relied on: what counts is the
 * position of the steps that lead out of it. */
#include "report/invariants.h"

#include "base/memory.h"
#include "program/print.h"
#include "program/terms.h"
#include "report/unset.h"

#include <stdlib.h>

/* Longer ones help nobody. */
enum { LONGEST = 2000 };

static struct position next_position(const struct code *c, uint32_t location)
{
    vector_each(const struct edge *, e, &c->edges)
        if (e->from == location && e->action.pos.line)
            return e->action.pos;
    return c->locations.data[location].pos;
}

static bool is_new(const struct invariants *i, const struct invariant *one)
{
    vector_each(const struct invariant *, k, &i->list)
        if (k->thread == one->thread && k->pos.line == one->pos.line && k->pos.column == one->pos.column &&
            !strcmp(k->words, one->words))
            return false;
    return true;
}

static void add(struct invariants *i, const struct proof *proof, const struct code *c, struct position at, expr e,
                const struct bitset *live)
{
    struct text t = {0};
    print_expr(&t, proof->program, e);
    struct invariant one = {.thread = c->name, .pos = at};
    if (t.size > LONGEST) {
        t.data[LONGEST] = '\0';
        one.words = arena_printf(&i->words, "%s ...", t.data);
    } else
        one.words = arena_strdup(&i->words, text_string(&t));
    text_free(&t);
    if (!one.pos.line || !is_new(i, &one))
        return;
    people_say(&one.conditions, proof->program, e, live, &i->words);
    vector_push(&i->list, one);
}

static int by_position(const void *a, const void *b)
{
    const struct invariant *x = a, *y = b;
    int order = strcmp(x->thread, y->thread);
    if (!order)
        order = strcmp(x->pos.file ? x->pos.file : "", y->pos.file ? y->pos.file : "");
    if (!order)
        order = (x->pos.line > y->pos.line) - (x->pos.line < y->pos.line);
    return order ? order : (x->pos.column > y->pos.column) - (x->pos.column < y->pos.column);
}

/* --- several locations at one place of the source: one of what holds there does --- */

/* Those of a that b has, or has not. */
static expr conjunction(struct exprs *pool, const expr_vector *a, const expr_vector *b, bool common)
{
    expr e = expr_bool(pool, true);
    vector_each(const expr *, x, a)
        if (expr_vector_has(b, *x) == common)
            e = expr_and(pool, e, *x);
    return e;
}

/* a || b, with what both say apart. */
static expr either(struct exprs *pool, expr a, expr b)
{
    expr_vector of_a = {0}, of_b = {0};
    conjuncts_of(a, &of_a);
    conjuncts_of(b, &of_b);
    expr rest = expr_or(pool, conjunction(pool, &of_a, &of_b, false), conjunction(pool, &of_b, &of_a, false));
    expr e = expr_and(pool, conjunction(pool, &of_a, &of_b, true), rest);
    vector_free(&of_a);
    vector_free(&of_b);
    return e;
}

static bool same_place(struct position a, struct position b)
{
    return a.line && a.line == b.line && a.column == b.column && a.file && b.file && !strcmp(a.file, b.file);
}

/* Of a code, from the first location at a place; the others there are marked as done. Where one is not reached nothing has to be said.
 * live, by location: what is so at all of them is left of it at the first. */
static expr at_place(const struct proof *proof, const struct unset_cells *unset, uint32_t c, uint32_t first,
                     const struct position *places, bool *done, struct bitset *live)
{
    const struct code *code = &proof->program->codes.data[c];
    expr e = NULL;
    bool told = true;
    for (uint32_t l = first; l < code->locations.size; l++) {
        if (done[l] || (l != first && !same_place(places[l], places[first])))
            continue;
        done[l] = true;
        if (live)
            bitset_intersect(&live[first], &live[l]);
        expr here = unset_left_out(unset, proof, c, l);
        if (here && expr_is_false(here))
            continue;
        told &= here && (c || l != code->entry); /* where main begins, passes change what there is */
        if (told)
            e = e ? either(proof->program->exprs, e, here) : here;
    }
    return told && e && !expr_is_true(e) ? e : NULL;
}

static void add_all(struct invariants *i, const struct report *r, const struct proof *proof)
{
    struct unset_cells unset = {0};
    if (r->program)
        unset_find(&unset, r->program, proof->program);
    for (uint32_t c = 0; c < proof->invariants.size; c++) {
        const struct code *code = &proof->program->codes.data[c];
        if (!proof->invariants.data[c])
            continue;
        bool *done = NEW_ARRAY(bool, code->locations.size + 1);
        struct bitset *live = r->live ? r->live(proof->program, c) : NULL;
        struct position *places = NEW_ARRAY(struct position, code->locations.size + 1);
        for (uint32_t l = 0; l < code->locations.size; l++)
            places[l] = next_position(code, l);
        for (uint32_t l = 0; l < code->locations.size; l++) {
            expr e = done[l] ? NULL : at_place(proof, &unset, c, l, places, done, live);
            if (e)
                add(i, proof, code, places[l], e, live ? &live[l] : NULL);
        }
        for (uint32_t l = 0; live && l < code->locations.size; l++)
            bitset_free(&live[l]);
        mem_free(live);
        mem_free(places);
        mem_free(done);
    }
    unset_free(&unset);
}

void invariants_make(struct invariants *i, const struct report *r)
{
    *i = (struct invariants){0};
    vector_each(const struct proof *const *, proof, &r->proofs)
        add_all(i, r, *proof);
    i->fine = r->fine_proofs;
    if (!i->list.size && r->values) {
        add_all(i, r, r->values);
        i->fine = true;
    }
    if (i->list.size)
        qsort(i->list.data, i->list.size, sizeof *i->list.data, by_position);
}

void invariants_free(struct invariants *i)
{
    vector_each(struct invariant *, k, &i->list)
        vector_free(&k->conditions);
    vector_free(&i->list);
    arena_release(&i->words);
}
