/* Initial values: what every first step of main sets a shared scalar to is its initial value, and the updates disappear. (Blocks have made
 * one step of all that main does before there is another thread.) So memory that is allocated and then set, and variables that main
 * initializes, look to engines like those with an initializer.
 * Requires: code_index. Breaks: what shared scalars are where main begins. */
#include "facts/creation.h"
#include "passes/edit.h"
#include "passes/passes.h"

enum { MAIN = 0 };

static bool is_settable(const struct program *p, uint32_t cell)
{
    const struct cell *c = &p->cells.data[cell];
    return cell_is_shared(c) && !cell_is_array(c) && c->role != CELL_STARTED && c->role != CELL_COUNT;
}

static bool is_read(const struct action *a, uint32_t cell)
{
    mentions m = {0};
    bool read = false;
    action_mentions(a, &m);
    vector_each(const struct mention *, x, &m)
        read |= x->cell == cell && !x->write;
    vector_free(&m);
    return read;
}

static const struct update *update_of(const struct action *a, uint32_t cell)
{
    for (uint32_t i = 0; i < a->update_count; i++)
        if (a->updates[i].cell == cell)
            return &a->updates[i];
    return NULL;
}

static void forget(struct action *a, uint32_t cell)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < a->update_count; i++)
        if (a->updates[i].cell != cell)
            a->updates[kept++] = a->updates[i];
    a->update_count = kept;
}

/* The constant that every first step of main sets the cell to, without a look at it; NULL if there is none. */
static expr first_value(const struct code *c, uint32_t cell)
{
    expr value = NULL;
    for (uint32_t i = out_begin(c, c->entry); i < out_end(c, c->entry); i++) {
        const struct action *a = &out_edge(c, i)->action;
        const struct update *u = a->kind == ACT_CALL || is_read(a, cell) ? NULL : update_of(a, cell);
        if (!u || !expr_is_const(u->value) || (value && u->value != value))
            return NULL;
        value = u->value;
    }
    return value;
}

void pass_initial(struct program *p)
{
    assert(program_is_indexed(p));
    struct code *c = &p->codes.data[MAIN];
    bool once = others_wait(p);
    vector_each(const struct edge *, e, &c->edges)
        once &= e->to != c->entry;
    for (uint32_t x = 0; once && x < p->cells.size; x++) {
        expr value = is_settable(p, x) ? first_value(c, x) : NULL;
        if (!value)
            continue;
        struct cell *cell = &p->cells.data[x];
        cell->arbitrary = false;
        cell->inits = NULL;
        cell->init = value->value;
        for (uint32_t i = out_begin(c, c->entry); i < out_end(c, c->entry); i++)
            forget(&c->edges.data[c->out_edge.data[i]].action, x);
    }
}
