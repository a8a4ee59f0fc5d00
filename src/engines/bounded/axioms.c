/* The eager part of the order: a variable for every two groups of different threads, clauses that tie reads-from to it, and
 * monotonicity along the threads (before b means before everything after b). For two threads this is all of
 * transitivity; with more, order.c adds triangles where a cycle needed them. Without these clauses a solver would look for values
 * that support each other in a circle, which no run has and arithmetic is slow to refute.
 *
 * A group that is not executed may stand anywhere between its neighbours, so threads are taken as chains of all their groups,
 * also where branches exclude each other. */
#include "engines/bounded/memory.h"

enum { MOST_AXIOMS = 4000000, MOST_PAIRS = 4000000 };

static void add_relevant(struct memory *m, uint32_t group)
{
    if (bitset_has(&m->relevant, group))
        return;
    bitset_add(&m->relevant, group);
    m->relevant_grew = true;
}

/* A literal that holds if the rival is executed on the read's slot and not after the read; 0 if that cannot be. */
static int comes_first(struct memory *m, const struct read *r, uint32_t rival)
{
    struct unfolding *u = m->u;
    const struct unrolled_write *o = &u->writes.data[rival];
    bool final = u->groups.data[r->group].final; /* nothing is later than this read */
    if (o->group == r->group || o->x == LIT_FALSE || (!final && bitset_has(&m->before[o->group], r->group)))
        return 0;
    lit same = r->index ? word_equal(&u->blaster, r->index, o->index, u->contents.slots[r->cell].width) : LIT_TRUE;
    if (same == LIT_FALSE)
        return 0;
    int clause[4], n = 0, first = -sat_var(m->sat);
    clause[n++] = first;
    if (o->x != LIT_TRUE)
        clause[n++] = -sat_lit(m->sat, o->x);
    if (same != LIT_TRUE)
        clause[n++] = -sat_lit(m->sat, same);
    if (!final && !bitset_has(&m->before[r->group], o->group))
        clause[n++] = memory_earlier(m, r->group, o->group);
    sat_clause(m->sat, clause, (uint32_t)n);
    return first;
}

/* chosen & the rival comes before the read -> it comes before the write. */
static void order_rival(struct memory *m, const struct candidate *k, uint32_t rival, int first)
{
    struct unfolding *u = m->u;
    uint32_t other = u->writes.data[rival].group, writer = k->write == NONE ? NONE : u->writes.data[k->write].group;
    if (other == writer || (writer != NONE && bitset_has(&m->before[writer], other)))
        return;
    if (writer != NONE && !bitset_has(&m->before[other], writer))
        sat_add3(m->sat, -k->chosen, -first, memory_earlier(m, other, writer));
    else
        sat_add2(m->sat, -k->chosen, -first);
    m->axioms++;
}

void memory_order_read(struct memory *m, uint32_t read)
{
    assert(m->encoded[read]);
    struct unfolding *u = m->u;
    const struct read *r = &u->reads.data[read];
    const candidate_vector *cs = &m->candidates[read];
    const u32_vector *rivals = &m->writes_of[r->cell];
    if (m->axioms + (uint64_t)cs->size * rivals->size > MOST_AXIOMS)
        return; /* order.c does it when it matters */
    add_relevant(m, r->group);
    vector_each(const uint32_t *, w, rivals)
        add_relevant(m, u->writes.data[*w].group);
    vector_each(const struct candidate *, k, cs)
        if (k->write != NONE && !u->groups.data[r->group].final) {
            uint32_t writer = u->writes.data[k->write].group;
            if (u->groups.data[writer].instance != u->groups.data[r->group].instance)
                sat_add2(m->sat, -k->chosen, memory_earlier(m, writer, r->group));
        }
    vector_each(const uint32_t *, w, rivals) {
        int first = comes_first(m, r, *w);
        for (uint32_t i = 0; first && i < cs->size; i++)
            if (*w != cs->data[i].write)
                order_rival(m, &cs->data[i], *w, first);
    }
}

static void order_pair(struct memory *m, const u32_vector *a, const u32_vector *b)
{
    for (uint32_t i = 0; i < a->size; i++)
        for (uint32_t j = 0; j < b->size; j++) {
            int here = memory_earlier(m, a->data[i], b->data[j]);
            if (j + 1 < b->size)
                sat_add2(m->sat, -here, memory_earlier(m, a->data[i], b->data[j + 1]));
            if (i)
                sat_add2(m->sat, -here, memory_earlier(m, a->data[i - 1], b->data[j]));
        }
}

void memory_order_threads(struct memory *m)
{
    struct unfolding *u = m->u;
    if (!m->relevant_grew)
        return;
    m->relevant_grew = false;
    u32_vector *chains = NEW_ARRAY(u32_vector, u->instances.size + 1);
    bitset_each(g, &m->relevant)
        vector_push(&chains[u->groups.data[g].instance], g);
    uint64_t pairs = 0, all = bitset_count(&m->relevant);
    for (uint32_t i = 0; i < u->instances.size; i++)
        pairs += (uint64_t)chains[i].size * (all - chains[i].size) / 2;
    if (pairs <= MOST_PAIRS)
        for (uint32_t i = 0; i < u->instances.size; i++)
            for (uint32_t j = i + 1; j < u->instances.size; j++)
                order_pair(m, &chains[i], &chains[j]);
    for (uint32_t i = 0; i < u->instances.size; i++)
        vector_free(&chains[i]);
    mem_free(chains);
}
