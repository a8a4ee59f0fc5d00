#include "facts/alive.h"

#include "facts/mentions.h"
#include "facts/guards.h"

#include <assert.h>

/* A unit is one instance with a known number, or a whole template. */
struct units {
    const struct program *p;
    uint32_t *first;        /* by template: its first unit */
    bool *whole;            /* by template: one unit for all instances */
    struct bitset *creates; /* by code: templates that it may create itself */
    uint32_t count;
};

static bool by_role(const struct program *p, const struct mention *m, enum cell_role role, bool write)
{
    return p->cells.data[m->cell].role == role && m->write == write;
}

/* Template and number that an edge creates or joins; NONE for a number that is not known. */
static void subject(const struct program *p, const struct mention *m, uint32_t *template, uint32_t *number)
{
    *template = p->cells.data[m->cell].subject;
    *number = !m->index ? 0 : expr_is_const(m->index) ? (uint32_t)m->index->value : NONE;
}

static void find_creations(struct units *u)
{
    mentions m = {0};
    for (uint32_t k = 0; k < u->p->codes.size; k++)
        vector_each(const struct edge *, e, &u->p->codes.data[k].edges) {
            action_mentions(&e->action, &m);
            vector_each(const struct mention *, x, &m)
                if (by_role(u->p, x, CELL_STARTED, true)) {
                    uint32_t t, n;
                    subject(u->p, x, &t, &n);
                    bitset_add(&u->creates[k], t);
                    if (k != 0 || n == NONE)
                        u->whole[t] = true;
                }
        }
    vector_free(&m);
}

/* Which templates a code may create, directly or through the threads and procedures that it starts. */
static void close_creations(struct units *u)
{
    bool changed;
    do {
        changed = false;
        for (uint32_t k = 0; k < u->p->codes.size; k++) {
            vector_each(const struct edge *, e, &u->p->codes.data[k].edges)
                if (e->action.kind == ACT_CALL)
                    changed |= bitset_unite(&u->creates[k], &u->creates[e->action.object]);
            for (uint32_t t = 0; k != 0 && t < u->p->template_count; t++)
                if (bitset_has(&u->creates[k], t))
                    changed |= bitset_unite(&u->creates[k], &u->creates[t]);
        }
    } while (changed);
}

static uint32_t unit(const struct units *u, uint32_t t, uint32_t n)
{
    return u->first[t] + (u->whole[t] || n == NONE || n >= u->p->codes.data[t].instances ? 0 : n);
}

static void add_template(const struct units *u, struct bitset *set, uint32_t t, uint32_t n)
{
    bitset_add(set, unit(u, t, n));
    for (uint32_t s = 0; s < u->p->template_count; s++)
        if (bitset_has(&u->creates[t], s))
            bitset_add(set, u->first[s]); /* created by another thread than main: as a whole */
}

static void step(const struct units *u, const struct edge *e, struct bitset *set, mentions *m)
{
    const struct program *p = u->p;
    uint32_t t, n;
    action_mentions(&e->action, m);
    vector_each(const struct mention *, x, m) {
        if (by_role(p, x, CELL_STARTED, true)) {
            subject(p, x, &t, &n);
            add_template(u, set, t, n);
        }
        if (e->action.kind == ACT_JOIN && by_role(p, x, CELL_DONE, false)) {
            subject(p, x, &t, &n);
            expr done = program_cell_expr(p, x->cell, x->index);
            if (!u->whole[t] && n != NONE && guard_has_conjunct(e->action.guard, done))
                bitset_remove(set, unit(u, t, n));
        }
    }
    if (e->action.kind == ACT_CALL)
        for (t = 0; t < p->template_count; t++)
            if (bitset_has(&u->creates[e->action.object], t))
                add_template(u, set, t, NONE);
}

static void propagate(const struct units *u, struct bitset *at)
{
    const struct code *c = &u->p->codes.data[0];
    u32_vector work = {0};
    struct bitset set = {0}, seen = {0};
    mentions m = {0};
    vector_push(&work, c->entry);
    bitset_add(&seen, c->entry);
    while (work.size) {
        uint32_t l = vector_pop(&work);
        for (uint32_t i = out_begin(c, l); i < out_end(c, l); i++) {
            const struct edge *e = out_edge(c, i);
            bitset_copy(&set, &at[l]);
            step(u, e, &set, &m);
            bool grown = bitset_unite(&at[e->to], &set);
            if (grown || !bitset_has(&seen, e->to)) {
                bitset_add(&seen, e->to);
                vector_push(&work, e->to);
            }
        }
    }
    vector_free(&work);
    vector_free(&m);
    bitset_free(&set);
    bitset_free(&seen);
}

struct alive *alive_compute(const struct program *p)
{
    struct units u = {p, NEW_ARRAY(uint32_t, p->template_count), NEW_ARRAY(bool, p->template_count),
                      NEW_ARRAY(struct bitset, p->codes.size), 0};
    find_creations(&u);
    close_creations(&u);
    for (uint32_t t = 0; t < p->template_count; t++) {
        u.whole[t] |= p->codes.data[t].instances == UNBOUNDED;
        u.first[t] = u.count;
        u.count += u.whole[t] ? 1 : p->codes.data[t].instances;
    }
    struct alive *a = NEW(struct alive);
    a->location_count = p->codes.data[0].locations.size;
    a->at = NEW_ARRAY(struct bitset, a->location_count);
    struct bitset *by_unit = NEW_ARRAY(struct bitset, a->location_count);
    propagate(&u, by_unit);
    for (uint32_t l = 0; l < a->location_count; l++) {
        for (uint32_t t = 0; t < p->template_count; t++) {
            uint32_t end = t + 1 < p->template_count ? u.first[t + 1] : u.count;
            uint32_t x = bitset_next(&by_unit[l], u.first[t]);
            if (x < end)
                bitset_add(&a->at[l], t);
        }
        bitset_free(&by_unit[l]);
    }
    mem_free(by_unit);
    for (uint32_t k = 0; k < p->codes.size; k++)
        bitset_free(&u.creates[k]);
    mem_free(u.creates);
    mem_free(u.first);
    mem_free(u.whole);
    return a;
}

void alive_free(struct alive *a)
{
    for (uint32_t l = 0; l < a->location_count; l++)
        bitset_free(&a->at[l]);
    mem_free(a->at);
    mem_free(a);
}

bool alive_beside(const struct alive *a, const struct edge *e, uint32_t t)
{
    assert(e->from < a->location_count && t != NONE);
    return bitset_has(&a->at[e->from], t) || bitset_has(&a->at[e->to], t);
}

bool alive_alone(const struct alive *a, const struct edge *e)
{
    assert(e->from < a->location_count);
    return bitset_empty(&a->at[e->from]);
}
