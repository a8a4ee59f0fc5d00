#include "engines/monotone/template.h"

#include "program/print.h"

#include <stdlib.h>

enum { MOST_ROWS = 4096 };

/* --- threads --- */

struct cast { /* which threads play the active and the passive part of a predicate; 0 and 1 are own cells and copies */
    struct monotone_model *m;
    uint32_t active, passive;
};

/* The local cell of a thread; those of the third and later ones are arbitrary values. */
static expr cell_of(struct monotone_model *m, uint32_t thread, uint32_t cell, unsigned width)
{
    if (thread < 2)
        return expr_cell(m->pool, width, thread ? m->copy[cell] : cell);
    return expr_input(m->pool, width, m->program->input_count + thread * m->program->cells.size + cell);
}

static expr self_of(struct monotone_model *m, uint32_t thread)
{
    if (thread < 2)
        return thread ? m->other_self : expr_self(m->pool);
    return expr_input(m->pool, SELF_WIDTH, m->program->input_count + thread * m->program->cells.size + m->program->cells.size - 1);
}

static expr cast_leaf(void *context, expr leaf, expr index)
{
    const struct cast *c = context;
    (void)index;
    if (leaf->op == E_SELF)
        return self_of(c->m, c->active);
    if (leaf == c->m->other_self)
        return self_of(c->m, c->passive);
    if (leaf->op != E_CELL)
        return NULL;
    for (uint32_t k = 0; k < c->m->original->cells.size; k++) {
        if (c->m->copy[k] == NONE)
            continue;
        if (leaf->value == k)
            return cell_of(c->m, c->active, k, leaf->width);
        if (leaf->value == c->m->copy[k])
            return cell_of(c->m, c->passive, k, leaf->width);
    }
    return NULL;
}

/* Eq. 12: the predicate for this thread in the active part, and all others in the passive one. */
static expr for_all_others(struct monotone_model *m, expr predicate, uint32_t thread, uint32_t threads)
{
    expr e = expr_bool(m->pool, true);
    for (uint32_t other = 0; other < threads; other++) {
        struct cast c = {m, thread, other};
        if (other == thread)
            continue;
        e = expr_and(m->pool, e, expr_rewrite(m->pool, predicate, cast_leaf, &c, NULL));
        if (!monotone_model_mentions_other(m, predicate))
            break;
    }
    return e;
}

uint32_t template_bound(const struct monotone_model *m, const expr *predicates, uint32_t count)
{
    uint32_t inter = 0;
    for (uint32_t i = 0; i < count; i++)
        inter += monotone_model_mentions_other(m, predicates[i]);
    return 4 * inter + 2;
}

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

bool template_rows(struct ask *a, uint32_t code, const struct action *action, struct expr_span predicates, uint32_t threads,
                   values *out)
{
    assert(threads >= 2 && predicates.size <= TEMPLATE_PREDICATES);
    uint32_t count = predicates.size;
    struct monotone_model *m = a->model;
    expr wanted[4 * TEMPLATE_PREDICATES];
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t thread = 0; thread < 2; thread++) {
            expr e = for_all_others(m, predicates.data[i], thread, threads);
            wanted[thread * count + i] = e;
            wanted[(2 + thread) * count + i] = expr_after(m->pool, e, action->updates, action->update_count, NULL);
        }
    values found = {0};
    ask_begin(a, code, code);
    bool complete = ask_values(a, (struct expr_span){&action->guard, 1}, (struct expr_span){wanted, 4 * count}, MOST_ROWS, &found);
    uint32_t first = out->size;
    for (uint32_t i = 0; i < found.size; i += 4 * count) {
        uint64_t row = 0;
        for (uint32_t k = 0; k < 4 * count; k++)
            row |= (found.data[i + k] & 1) << k;
        vector_push(out, row);
    }
    if (out->size > first)
        qsort(out->data + first, out->size - first, sizeof *out->data, compare);
    vector_free(&found);
    return complete;
}

/* --- monotonicity --- */

void template_blocking(const values *rows, uint32_t k, values *out)
{
    assert(k <= TEMPLATE_PREDICATES);
    uint64_t mask = (UINT64_C(1) << k) - 1;
    struct map possible = {0}, done = {0}; /* active, passive, active after; active and active after */
    vector_each(const uint64_t *, r, rows)
        map_put(&possible, *r & ((UINT64_C(1) << 3 * k) - 1), 1);
    vector_each(const uint64_t *, r, rows) {
        uint64_t active = *r & mask, after = *r >> 2 * k & mask;
        if (map_get(&done, active | after << k, NULL))
            continue;
        map_put(&done, active | after << k, 1);
        for (uint64_t passive = 0; passive <= mask; passive++) {
            uint64_t key = active | passive << k | after << 2 * k;
            if (!map_get(&possible, key, NULL))
                vector_push(out, key);
        }
    }
    if (out->size)
        qsort(out->data, out->size, sizeof *out->data, compare);
    map_free(&possible);
    map_free(&done);
}

/* --- in words --- */

static void print_bits(struct text *out, uint64_t bits, uint32_t k)
{
    for (uint32_t i = 0; i < k; i++)
        text_char(out, bits >> i & 1 ? 'T' : 'F');
}

static void print_edge(struct ask *a, uint32_t code, uint32_t edge, const expr *predicates, uint32_t k, struct text *out)
{
    const struct edge *e = &a->model->program->codes.data[code].edges.data[edge];
    uint32_t threads = template_bound(a->model, predicates, k);
    values rows = {0}, blocking = {0};
    bool complete = template_rows(a, code, &e->action, (struct expr_span){predicates, k}, threads, &rows);
    template_blocking(&rows, k, &blocking);
    text_printf(out, "edge %u: location %u to %u, %u rows%s, %u blocking\n", edge, e->from, e->to, rows.size,
                complete ? "" : " and more", blocking.size);
    vector_each(const uint64_t *, r, &rows) {
        text_append(out, "  ");
        for (uint32_t part = 0; part < 4; part++) {
            print_bits(out, *r >> part * k, k);
            text_append(out, part == 1 ? " -> " : part == 3 ? "\n" : " | ");
        }
    }
    vector_free(&rows);
    vector_free(&blocking);
}

void template_print(struct monotone_model *m, const struct budget *budget, struct text *out)
{
    struct ask a;
    ask_init(&a, m, budget);
    for (uint32_t t = 0; t < m->program->template_count; t++) {
        expr predicates[TEMPLATE_PREDICATES];
        uint32_t k = 0;
        vector_each(const struct given *, g, &m->given)
            if (g->code == t && k < TEMPLATE_PREDICATES)
                predicates[k++] = g->e;
        if (!k || m->program->codes.data[t].instances < 2)
            continue;
        text_printf(out, "template %s, %u threads; predicates", m->program->codes.data[t].name, template_bound(m, predicates, k));
        for (uint32_t i = 0; i < k; i++) {
            text_append(out, i ? ", " : " ");
            print_expr(out, m->program, predicates[i]);
        }
        text_append(out, "\nrows: active | passive -> active | passive\n");
        for (uint32_t e = 0; e < m->program->codes.data[t].edges.size; e++)
            print_edge(&a, t, e, predicates, k, out);
    }
    ask_free(&a);
}
