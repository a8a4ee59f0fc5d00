/* A location of the program that was proved has no position of its own that could be relied on: what counts is the
 * position of the steps that lead out of it. */
#include "report/invariants.h"

#include "program/print.h"

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

static void add(struct invariants *i, const struct proof *proof, const struct code *c, uint32_t location, expr e)
{
    struct text t = {0};
    print_expr(&t, proof->program, e);
    struct invariant one = {.thread = c->name, .pos = next_position(c, location)};
    if (t.size > LONGEST) {
        t.data[LONGEST] = '\0';
        one.words = arena_printf(&i->words, "%s ...", t.data);
    } else
        one.words = arena_strdup(&i->words, text_string(&t));
    text_free(&t);
    if (!one.pos.line || !is_new(i, &one))
        return;
    people_say(&one.conditions, proof->program, e, &i->words);
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

static void add_all(struct invariants *i, const struct proof *proof)
{
    for (uint32_t c = 0; c < proof->invariants.size; c++) {
        const struct code *code = &proof->program->codes.data[c];
        const expr *of = proof->invariants.data[c];
        for (uint32_t l = 0; of && l < code->locations.size; l++) /* where main begins, passes change what there is */
            if ((c || l != code->entry) && of[l] && !expr_is_true(of[l]) && !expr_is_false(of[l]))
                add(i, proof, code, l, of[l]);
    }
}

void invariants_make(struct invariants *i, const struct report *r)
{
    *i = (struct invariants){0};
    vector_each(const struct proof *const *, proof, &r->proofs)
        add_all(i, *proof);
    i->fine = r->fine_proofs;
    if (!i->list.size && r->values) {
        add_all(i, r->values);
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
