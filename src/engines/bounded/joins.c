/* Environments where ways meet. One multiplexer a value: the ways that bring the same value count as one, and the condition that
 * is not asked for is the latest made, which tends to be the most involved. Ways from one node are told apart by what
 * was chosen there, less what all of them demand, whatever led to that node. So a value that depends on one bit stays a value of one bit. */
#include "engines/bounded/unroll.h"

static bool is_part(const lit_vector *parts, lit a)
{
    vector_each(const lit *, x, parts)
        if (*x == a)
            return true;
    return false;
}

/* What all ways demand does not tell them apart. */
static void drop_common(struct circuit *c, lit *conditions, uint32_t count)
{
    lit_vector *parts = (void *)NEW_ARRAY(lit_vector, count), common = {0};
    for (uint32_t i = 0; i < count; i++)
        circuit_parts(c, conditions[i], &parts[i]);
    vector_each(const lit *, x, &parts[0]) {
        bool everywhere = true;
        for (uint32_t i = 1; i < count && everywhere; i++)
            everywhere = is_part(&parts[i], *x);
        if (everywhere)
            vector_push(&common, *x);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (common.size) {
            conditions[i] = LIT_TRUE;
            vector_each(const lit *, x, &parts[i])
                if (!is_part(&common, *x))
                    conditions[i] = circuit_and(c, conditions[i], *x);
        }
        vector_free(&parts[i]);
    }
    vector_free(&common);
    mem_free(parts);
}

static const void *merged(struct unroller *r, uint32_t cell, lit x, const void *a, const void *b, uint32_t section)
{
    struct unfolding *u = r->u;
    const struct cell *c = &u->program->cells.data[cell];
    if (a == b)
        return a;
    if (cell_is_array(c)) {
        if (!a)
            a = array_base(&u->contents, ARRAY_GROUP, cell, section);
        if (!b)
            b = array_base(&u->contents, ARRAY_GROUP, cell, section);
        return array_choice(&u->contents, x, a, b);
    }
    if (!a)
        a = group_read(r, section, cell, NULL);
    if (!b)
        b = group_read(r, section, cell, NULL);
    return word_mux(&u->blaster, x, a, b, c->width);
}

static bool same_value(const struct cell *c, const void *a, const void *b)
{
    return a == b || (a && b && !cell_is_array(c) && word_same(a, b, c->width));
}

static const void *join_cell(struct unroller *r, const struct cell *c, const struct unrolled_node *n, const lit *conditions,
                             uint32_t plain, bool *done)
{
    uint32_t p = r->u->place[c->id], section = n->section, count = n->arrivals.size;
    const struct arrival *ways = n->arrivals.data;
    const void *value = ways[plain].env[p];
    for (uint32_t i = 0; i < count; i++)
        done[i] = same_value(c, ways[i].env[p], ways[plain].env[p]);
    for (uint32_t i = 0; i < count; i++) {
        if (done[i])
            continue;
        lit x = conditions[i];
        for (uint32_t j = i + 1; j < count; j++)
            if (!done[j] && same_value(c, ways[i].env[p], ways[j].env[p])) {
                x = circuit_or(r->u->circuit, x, conditions[j]);
                done[j] = true;
            }
        value = merged(r, c->id, x, ways[i].env[p], value, section);
    }
    return value;
}

const void **join_environments(struct unroller *r, uint32_t id)
{
    struct unfolding *u = r->u;
    struct unrolled_node n = u->nodes.data[id]; /* nodes may move */
    uint32_t count = n.arrivals.size, plain = 0;
    lit *conditions = NEW_ARRAY(lit, count);
    bool *done = NEW_ARRAY(bool, count), one_origin = true;
    for (uint32_t i = 1; i < count; i++)
        one_origin &= n.arrivals.data[i].from == n.arrivals.data[0].from;
    for (uint32_t i = 0; i < count; i++)
        conditions[i] = one_origin ? n.arrivals.data[i].chosen : n.arrivals.data[i].x;
    if (count > 1)
        drop_common(u->circuit, conditions, count);
    for (uint32_t i = 0; i < count; i++) {
        if (lit_gate(conditions[i]) > lit_gate(conditions[plain]))
            plain = i;
    }
    const void **env = NEW_ARRAY(const void *, r->env_size + 1);
    vector_each(const struct cell *, c, &u->program->cells)
        if (!c->dropped && (c->owner == NONE || c->owner == u->instances.data[r->instance].code))
            env[u->place[c->id]] = join_cell(r, c, &n, conditions, plain, done);
    for (uint32_t i = 0; i < count; i++)
        mem_free(n.arrivals.data[i].env);
    mem_free(conditions);
    mem_free(done);
    return env;
}
