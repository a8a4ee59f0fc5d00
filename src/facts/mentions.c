#include "facts/mentions.h"

static void add_mention(mentions *out, struct mention m)
{
    vector_each(const struct mention *, x, out)
        if (x->cell == m.cell && x->index == m.index && x->write == m.write)
            return;
    vector_push(out, m);
}

static void collect_node(void *context, expr e)
{
    if (e->op == E_CELL || e->op == E_READ)
        add_mention(context, (struct mention){(uint32_t)e->value, e->op == E_READ ? e->arg[0] : NULL, false});
}

void expr_mentions(expr e, mentions *out) { expr_visit(e, collect_node, out); }

void action_mentions(const struct action *a, mentions *out)
{
    vector_clear(out);
    expr_mentions(a->guard, out);
    for (uint32_t i = 0; i < a->update_count; i++) {
        if (a->updates[i].index)
            expr_mentions(a->updates[i].index, out);
        expr_mentions(a->updates[i].value, out);
    }
    for (uint32_t i = 0; i < a->access_count; i++)
        if (a->accesses[i].index)
            expr_mentions(a->accesses[i].index, out);
    for (uint32_t i = 0; i < a->update_count; i++)
        add_mention(out, (struct mention){a->updates[i].cell, a->updates[i].index, true});
}

static void collect_input(void *context, expr e)
{
    if (e->op == E_INPUT)
        bitset_add(context, (uint32_t)e->value);
}

static void expr_inputs(expr e, struct bitset *sites) { expr_visit(e, collect_input, sites); }

void action_inputs(const struct action *a, struct bitset *sites)
{
    expr_inputs(a->guard, sites);
    for (uint32_t i = 0; i < a->update_count; i++) {
        if (a->updates[i].index)
            expr_inputs(a->updates[i].index, sites);
        expr_inputs(a->updates[i].value, sites);
    }
}
