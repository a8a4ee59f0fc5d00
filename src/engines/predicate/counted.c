#include "engines/predicate/counted.h"

enum { MOST_PART = 8, WIDTH = 32, UNSEEN = INT32_MAX };
static const uint64_t NO_WRAP = UINT64_C(1) << 19; /* all that threads in known number can add; ids begin above */

/* What the action adds to the cell; false if it does something else to it. */
static bool added(const struct action *a, uint32_t cell, unsigned width, int64_t *amount)
{
    *amount = 0;
    for (uint32_t i = 0; i < a->update_count; i++) {
        expr v = a->updates[i].value;
        if (a->updates[i].cell != cell)
            continue;
        if (v->op != E_ADD || v->arg[0]->op != E_CELL || v->arg[0]->value != cell || v->arg[1]->op != E_CONST)
            return false;
        *amount = sign_extend(v->arg[1]->value, width);
    }
    return true;
}

/* The part of every location of the code; false if it is not the same on all ways, or not between 0 and MOST_PART. */
static bool find_parts(const struct program *p, const struct code *c, uint32_t cell, int64_t *part)
{
    u32_vector open = {0};
    bool good = true;
    for (uint32_t l = 0; l < c->locations.size; l++)
        part[l] = UNSEEN;
    part[c->entry] = 0;
    vector_push(&open, c->entry);
    while (open.size && good) {
        uint32_t l = vector_pop(&open);
        for (uint32_t i = out_begin(c, l); i < out_end(c, l) && good; i++) {
            const struct edge *e = out_edge(c, i);
            int64_t amount;
            good = added(&e->action, cell, p->cells.data[cell].width, &amount);
            int64_t then = part[l] + amount;
            good = good && then >= 0 && then <= MOST_PART && (part[e->to] == UNSEEN || part[e->to] == then);
            if (good && part[e->to] == UNSEEN) {
                part[e->to] = then;
                vector_push(&open, e->to);
            }
        }
    }
    vector_free(&open);
    return good;
}

static void counter_free(struct counter *c)
{
    for (uint32_t k = 0; k < c->part.size; k++)
        mem_free(c->part.data[k]);
    vector_free(&c->part);
}

static bool find_counter(const struct stage *s, uint32_t cell, struct counter *out)
{
    const struct program *p = s->original;
    uint64_t most = p->cells.data[cell].init;
    bool some = false;
    for (uint32_t k = 0; k < s->kinds.size; k++) {
        const struct code *c = stage_code(s, k);
        int64_t *part = NEW_ARRAY(int64_t, c->locations.size + 1), largest = 0;
        vector_push(&out->part, part);
        if (!find_parts(p, c, cell, part))
            return false;
        for (uint32_t l = 0; l < c->locations.size; l++) {
            part[l] = part[l] == UNSEEN ? 0 : part[l];
            largest = part[l] > largest ? part[l] : largest;
        }
        some |= largest > 0;
        if (c->instances == UNBOUNDED && largest > 1)
            return false;
        most += c->instances == UNBOUNDED ? 0 : (uint64_t)largest * c->instances;
    }
    return some && most < NO_WRAP;
}

void counted_init(struct counted *c, const struct stage *s)
{
    *c = (struct counted){.stage = s};
    for (uint32_t cell = 0; cell < s->original->cells.size; cell++) {
        const struct cell *x = &s->original->cells.data[cell];
        struct counter one = {.cell = cell};
        if (!cell_is_shared(x) || cell_is_array(x) || x->dropped || x->arbitrary || x->width != WIDTH)
            continue;
        if (find_counter(s, cell, &one))
            vector_push(&c->counters, one);
        else
            counter_free(&one);
    }
}

void counted_free(struct counted *c)
{
    vector_each(struct counter *, k, &c->counters)
        counter_free(k);
    vector_free(&c->counters);
}

void counted_facts(const struct counted *c, uint32_t kind, uint32_t location, uint32_t other, uint32_t other_location,
                   expr_vector *out)
{
    struct exprs *x = c->stage->exprs;
    vector_each(const struct counter *, k, &c->counters) {
        uint64_t least = (uint64_t)k->part.data[kind][location];
        least += other == NONE ? 0 : (uint64_t)k->part.data[other][other_location];
        if (least)
            vector_push(out, expr_binary(x, E_ULE,
                                         expr_const(x, WIDTH, c->stage->original->cells.data[k->cell].init + least),
                                         expr_cell(x, WIDTH, k->cell)));
    }
}
