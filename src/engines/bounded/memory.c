/* See memory.h. */
#include "engines/bounded/memory.h"

#include "base/log.h"

enum { ROUNDS = 6, CONE = 400 };

/* --- what a guard says about a value --- */

struct ternary {
    const struct circuit *circuit;
    struct map values; /* gate: 0, 1, 2 unknown */
    uint32_t fuel;
};

static unsigned ternary_lit(struct ternary *t, lit a)
{
    if (lit_is_const(a))
        return a;
    uint64_t v;
    if (!map_get(&t->values, lit_gate(a), &v)) {
        const struct gate *g = &t->circuit->gates.data[lit_gate(a)];
        v = 2;
        if (g->kind != GATE_INPUT && t->fuel) {
            t->fuel--;
            unsigned p = ternary_lit(t, g->a), q = ternary_lit(t, g->b);
            if (g->kind == GATE_AND)
                v = !p || !q ? 0 : p == 1 && q == 1 ? 1 : 2;
            else if (g->kind == GATE_XOR)
                v = p == 2 || q == 2 ? 2 : p ^ q;
            else {
                unsigned s = ternary_lit(t, g->c);
                v = p == 1 ? q : p == 0 ? s : q == s ? q : 2;
            }
        }
        map_put(&t->values, lit_gate(a), v);
    }
    return v == 2 ? 2 : (unsigned)v ^ (a & 1);
}

/* Whether the group cannot be executed when the read gets this constant. */
static bool refuses(const struct unfolding *u, lit guard, const struct read *r, unsigned width, word constant)
{
    struct ternary t = {.circuit = u->circuit, .fuel = CONE};
    for (unsigned i = 0; i < width; i++)
        if (!lit_is_const(r->value[i]))
            map_put(&t.values, lit_gate(r->value[i]), constant[i]);
    bool r0 = ternary_lit(&t, guard) == 0;
    map_free(&t.values);
    return r0;
}

static void drop_refused(struct memory *m, uint32_t read)
{
    struct unfolding *u = m->u;
    const struct read *r = &u->reads.data[read];
    const struct group *g = &u->groups.data[r->group];
    unsigned width = u->program->cells.data[r->cell].width;
    if (g->guard == LIT_TRUE || lit_is_const(g->guard))
        return;
    candidate_vector *cs = &m->candidates[read];
    uint32_t kept = 0;
    uint64_t value, last = 0;
    bool have = false, last_refused = false;
    for (uint32_t i = 0; i < cs->size; i++) {
        if (word_is_const(cs->data[i].value, width, &value)) {
            if (!have || value != last) {
                last_refused = refuses(u, g->guard, r, width, cs->data[i].value);
                have = true, last = value;
            }
            if (last_refused)
                continue;
        }
        cs->data[kept++] = cs->data[i];
    }
    cs->size = kept;
}

/* --- candidates --- */

static void find_candidates(struct memory *m, uint32_t read)
{
    struct unfolding *u = m->u;
    const struct read *r = &u->reads.data[read];
    const struct group *g = &u->groups.data[r->group];
    candidate_vector *cs = &m->candidates[read];
    vector_push(cs, (struct candidate){NONE, 0, LIT_TRUE, unfolding_start_value(u, r->cell, r->index)});
    vector_each(const uint32_t *, id, &m->writes_of[r->cell]) {
        const struct unrolled_write *w = &u->writes.data[*id];
        if (w->group == r->group || w->x == LIT_FALSE)
            continue;
        if (u->groups.data[w->group].instance == g->instance && !bitset_has(&g->past, w->group))
            continue;
        lit same = r->index ? word_equal(&u->blaster, r->index, w->index, u->contents.slots[r->cell].width) : LIT_TRUE;
        if (same != LIT_FALSE)
            vector_push(cs, (struct candidate){*id, 0, same, w->value});
    }
    drop_refused(m, read);
}

/* --- order that holds in every run --- */

static bool absorb(struct memory *m, uint32_t into, uint32_t sure)
{
    struct unfolding *u = m->u;
    const struct group *g = &u->groups.data[sure];
    bool changed = false;
    for (uint32_t i = 0; i < g->reads.size; i++) {
        uint32_t read = g->reads.data[i];
        const candidate_vector *cs = &m->candidates[read];
        if (cs->size != 1 || cs->data[0].write == NONE || u->reads.data[read].demand != g->x)
            continue;
        uint32_t w = u->writes.data[cs->data[0].write].group;
        if (w == into || w == sure)
            continue;
        if (!bitset_has(&m->before[into], w))
            bitset_add(&m->before[into], w), changed = true;
        if (!bitset_has(&m->sure[into], w))
            bitset_add(&m->sure[into], w), changed = true;
        changed |= bitset_unite(&m->before[into], &m->before[w]);
        changed |= bitset_unite(&m->sure[into], &m->sure[w]);
    }
    return changed;
}

static bool spread_order(struct memory *m)
{
    bool any = false, changed = true;
    for (unsigned round = 0; changed && round < ROUNDS; round++) {
        changed = false;
        for (uint32_t g = 0; g < m->u->groups.size; g++) {
            changed |= absorb(m, g, g);
            bitset_each(c, &m->sure[g]) {
                if (bitset_has(&m->before[g], c)) {
                    changed |= bitset_unite(&m->before[g], &m->before[c]);
                    changed |= bitset_unite(&m->sure[g], &m->sure[c]);
                }
            }
        }
        any |= changed;
    }
    return any;
}

static bool unconditional(const struct unfolding *u, const struct unrolled_write *w) { return w->x == u->groups.data[w->group].x; }

/* Drops what lies after the read, or behind a write that certainly is between. */
static bool drop_ordered(struct memory *m, uint32_t read)
{
    struct unfolding *u = m->u;
    const struct read *r = &u->reads.data[read];
    candidate_vector *cs = &m->candidates[read];
    if (cs->size <= 1)
        return false;
    bool final = u->groups.data[r->group].final;
    struct bitset hidden = {0}; /* groups whose writes are overwritten before the read */
    bool covered = false;
    vector_each(const uint32_t *, id, &m->writes_of[r->cell]) {
        const struct unrolled_write *w = &u->writes.data[*id];
        if (w->group == r->group || !bitset_has(&m->before[r->group], w->group) || !bitset_has(&m->sure[r->group], w->group) ||
            !unconditional(u, w) || (r->index && !word_same(r->index, w->index, u->contents.slots[r->cell].width)))
            continue;
        covered = true;
        bitset_unite(&hidden, &m->before[w->group]);
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < cs->size; i++) {
        uint32_t w = cs->data[i].write;
        uint32_t g = w == NONE ? NONE : u->writes.data[w].group;
        bool drop = w == NONE ? covered : bitset_has(&hidden, g) || (!final && bitset_has(&m->before[g], r->group));
        if (!drop)
            cs->data[kept++] = cs->data[i];
    }
    bool changed = kept < cs->size;
    cs->size = kept;
    bitset_free(&hidden);
    return changed;
}

struct memory *memory_new(struct unfolding *u, struct sat *sat)
{
    struct memory *m = NEW(struct memory);
    m->u = u;
    m->sat = sat;
    m->writes_of = NEW_ARRAY(u32_vector, u->program->cells.size + 1);
    m->candidates = NEW_ARRAY(candidate_vector, u->reads.size + 1);
    m->encoded = NEW_ARRAY(bool, u->reads.size + 1);
    m->before = NEW_ARRAY(struct bitset, u->groups.size + 1);
    m->sure = NEW_ARRAY(struct bitset, u->groups.size + 1);
    for (uint32_t g = 0; g < u->groups.size; g++) {
        bitset_copy(&m->before[g], &u->groups.data[g].past);
        bitset_copy(&m->sure[g], &u->groups.data[g].sure);
    }
    for (uint32_t w = 0; w < u->writes.size; w++)
        vector_push(&m->writes_of[u->writes.data[w].cell], w);
    for (uint32_t r = 0; r < u->reads.size; r++) {
        find_candidates(m, r);
        m->dropped += m->candidates[r].size;
    }
    bool changed = true;
    for (unsigned round = 0; changed && round < ROUNDS; round++) {
        changed = false;
        if (spread_order(m) || round == 0)
            for (uint32_t r = 0; r < u->reads.size; r++)
                changed |= drop_ordered(m, r);
    }
    memory_guess(m);
    for (uint32_t r = 0; r < u->reads.size; r++)
        m->kept += m->candidates[r].size;
    m->dropped -= m->kept;
    return m;
}

void memory_free(struct memory *m)
{
    if (!m)
        return;
    for (uint32_t c = 0; c < m->u->program->cells.size; c++)
        vector_free(&m->writes_of[c]);
    for (uint32_t r = 0; r < m->u->reads.size; r++)
        vector_free(&m->candidates[r]);
    for (uint32_t g = 0; g < m->u->groups.size; g++) {
        bitset_free(&m->before[g]);
        bitset_free(&m->sure[g]);
    }
    mem_free(m->writes_of);
    mem_free(m->candidates);
    mem_free(m->encoded);
    mem_free(m->before);
    mem_free(m->sure);
    mem_free(m->level);
    mem_free(m->guesses);
    map_free(&m->order_variables);
    vector_free(&m->ordered);
    bitset_free(&m->relevant);
    mem_free(m);
}

/* --- clauses --- */

static void tie_value(struct memory *m, int chosen, word read, word written, unsigned width)
{
    for (unsigned i = 0; i < width; i++) {
        if (read[i] == written[i])
            continue;
        int a = sat_lit(m->sat, read[i]);
        if (lit_is_const(written[i])) {
            sat_add2(m->sat, -chosen, written[i] == LIT_TRUE ? a : -a);
            continue;
        }
        int b = sat_lit(m->sat, written[i]);
        sat_add3(m->sat, -chosen, -a, b);
        sat_add3(m->sat, -chosen, a, -b);
    }
}

static void encode(struct memory *m, uint32_t read)
{
    struct unfolding *u = m->u;
    const struct read *r = &u->reads.data[read];
    unsigned width = u->program->cells.data[r->cell].width;
    candidate_vector *cs = &m->candidates[read];
    m->encoded[read] = true;
    int demand = sat_lit(m->sat, r->demand);
    VECTOR(int) clause = {0};
    vector_push(&clause, -demand);
    uint32_t guess = m->guesses[read];
    vector_each(struct candidate *, k, cs) {
        k->chosen = cs->size == 1 ? demand : k == &cs->data[guess] ? sat_var(m->sat) : -sat_var(m->sat);
        vector_push(&clause, k->chosen);
        if (cs->size > 1)
            sat_add2(m->sat, -k->chosen, demand);
        if (k->write != NONE && u->writes.data[k->write].x != LIT_TRUE)
            sat_add2(m->sat, -k->chosen, sat_lit(m->sat, u->writes.data[k->write].x));
        if (k->same != LIT_TRUE)
            sat_add2(m->sat, -k->chosen, sat_lit(m->sat, k->same));
        tie_value(m, k->chosen, r->value, k->value, width);
    }
    if (cs->size != 1)
        sat_clause(m->sat, clause.data, clause.size);
    vector_free(&clause);
    memory_order_read(m, read);
}

static bool needed(const struct memory *m, uint32_t read)
{
    const struct read *r = &m->u->reads.data[read];
    unsigned width = m->u->program->cells.data[r->cell].width;
    for (unsigned i = 0; i < width; i++)
        if (!lit_is_const(r->value[i]) && sat_knows(m->sat, r->value[i]))
            return true;
    return false;
}

void memory_extend(struct memory *m)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t r = 0; r < m->u->reads.size; r++)
            if (!m->encoded[r] && needed(m, r)) {
                encode(m, r);
                changed = true;
            }
    }
    memory_order_threads(m);
}

int memory_earlier(struct memory *m, uint32_t a, uint32_t b)
{
    assert(a != b);
    assert(a < m->u->groups.size && b < m->u->groups.size);
    uint32_t low = a < b ? a : b, high = a < b ? b : a;
    uint64_t v;
    if (m->u->groups.data[a].instance == m->u->groups.data[b].instance)
        return sat_lit(m->sat, a < b ? LIT_TRUE : LIT_FALSE);
    if (!map_get(&m->order_variables, (uint64_t)low << 32 | high, &v)) {
        v = (uint64_t)sat_var(m->sat);
        map_put(&m->order_variables, (uint64_t)low << 32 | high, v);
    }
    return (a == low) == memory_guess_earlier(m, low, high) ? (int)v : -(int)v;
}
