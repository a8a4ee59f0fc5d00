/* Turns of a loop after which nothing is new, where threads need not take turns (weak.h): the thread is where it was, in all that matters to it, and has written
 * nothing but what it read in the same step. An execution without such a turn has all the same errors: who reads what it wrote reads the same from what was there
 * before, and less is ordered. So the thread stops instead, and a loop that waits needs no bound. */
#include "engines/bounded/unroll.h"

/* Whether the write leaves what its group has read. */
static lit writes_the_same(struct unfolding *u, const struct unrolled_write *w)
{
    const struct cell *c = &u->program->cells.data[w->cell];
    vector_each(const uint32_t *, id, &u->groups.data[w->group].reads) {
        const struct read *r = &u->reads.data[*id];
        bool same = r->cell == w->cell && (!w->index || word_same(r->index, w->index, u->contents.slots[w->cell].width));
        if (same)
            return word_equal(&u->blaster, r->value, w->value, c->width);
    }
    return LIT_FALSE;
}

/* Whether the thread has there what it had. */
static lit holds_the_same(struct unroller *r, const struct cell *c, uint32_t location, const void *a, const void *b)
{
    const struct unfolding *u = r->u;
    uint32_t code = u->instances.data[r->instance].code;
    bool dead = c->owner != NONE && !bitset_has(&u->bound.plan->codes[code].live[location], c->id);
    if (a == b || dead)
        return LIT_TRUE;
    if (!a || !b || cell_is_array(c))
        return LIT_FALSE;
    return word_equal(&r->u->blaster, a, b, c->width);
}

lit idle_turn(struct unroller *r, uint32_t loop, uint32_t previous, const void *const *env)
{
    struct unfolding *u = r->u;
    const struct unrolled_node *p = &u->nodes.data[previous];
    assert(u->bound.plan && previous < u->nodes.size);
    if (!r->loops.one_entry[loop] || !p->env || p->solo || u->nodes.data[r->node].section != NONE)
        return LIT_FALSE;
    lit idle = LIT_TRUE;
    for (uint32_t w = p->effects; w < u->writes.size && idle != LIT_FALSE; w++) {
        lit done = u->writes.data[w].x;
        if (done != LIT_FALSE)
            idle = circuit_and(u->circuit, idle, circuit_implies(u->circuit, done, writes_the_same(u, &u->writes.data[w])));
    }
    vector_each(const struct cell *, c, &u->program->cells) {
        if (c->dropped || !(c->owner == NONE || c->owner == u->instances.data[r->instance].code) || idle == LIT_FALSE)
            continue;
        idle = circuit_and(u->circuit, idle, holds_the_same(r, c, p->location, p->env[u->place[c->id]], env[u->place[c->id]]));
    }
    return idle;
}
