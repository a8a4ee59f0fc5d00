/* In a store, a thread at a location, with the others where a product has them: one conjunction for every store,
 * product and place of the thread in the product. Locals of others are spoken of through ghosts that follow them.
 * Exchanges of threads are written out, so this is for a few threads. */
#include "engines/cartesian/proof.h"

#include "execute/partial/literals.h"
#include "program/proof_build.h"

enum { MOST_THREADS = 6, MOST_STORES = 400, MOST_PARTS = 20000 };

struct maker {
    struct cartesian *c;
    struct exprs *x;
    struct proof_builder b;
    expr facts;
    u32_vector thread_class, thread_number; /* by thread */
    bool plain;                             /* a location has one local state only */
};

struct mirroring {
    struct maker *m;
    uint32_t code, instance;
};

static expr mirror_leaf(void *context, expr leaf, expr index)
{
    struct mirroring *g = context;
    (void)index;
    if ((leaf->op != E_CELL && leaf->op != E_READ) || cell_is_shared(&g->m->c->model->program->cells.data[leaf->value]))
        return NULL;
    return proof_mirror(&g->m->b, g->code, g->instance, (uint32_t)leaf->value);
}

static uint32_t template_of(const struct maker *m, uint32_t thread)
{
    return m->c->model->classes.data[m->thread_class.data[thread]].template;
}

/* What a thread's local state is, as others say it: its locals have ghosts. */
static expr local_facts(struct maker *m, uint32_t thread, uint32_t local)
{
    struct cartesian_model *s = m->c->model;
    const struct class *k = &s->classes.data[m->thread_class.data[thread]];
    const uint64_t *frame = (const uint64_t *)intern_bytes(&k->locals, local, NULL) + 1;
    struct mirroring g = {m, k->template, m->thread_number.data[thread]};
    return expr_rewrite(m->x, literals_of_frame(&s->partial, k->template, frame), mirror_leaf, &g, NULL);
}

static expr at_places(struct maker *m, uint32_t thread, row r)
{
    struct cartesian_model *s = m->c->model;
    expr any = expr_bool(m->x, false), id = instance_id(s->program, template_of(m, thread), m->thread_number.data[thread]);
    const struct bitset *set = rows_set(&s->space.rows, r);
    bitset_each(l, set) {
        uint64_t at = cartesian_model_location(s, m->thread_class.data[thread], l);
        expr there = expr_at(m->x, id, (uint32_t)(at >> 32), (uint32_t)at);
        any = expr_or(m->x, any, m->plain ? there : expr_and(m->x, there, local_facts(m, thread, l)));
    }
    return any;
}

/* rows: by thread. */
static void write_product(struct maker *m, expr store, const row *rows)
{
    struct cartesian_model *s = m->c->model;
    for (uint32_t me = 0; me < m->thread_class.size; me++) {
        expr all = expr_and(m->x, m->facts, store);
        all = expr_and(m->x, all, instance_is_self(s->program, template_of(m, me), m->thread_number.data[me]));
        for (uint32_t t = 0; t < m->thread_class.size; t++)
            if (t != me)
                all = expr_and(m->x, all, at_places(m, t, rows[t]));
        const struct bitset *set = rows_set(&s->space.rows, rows[me]);
        bitset_each(l, set) {
            uint64_t where = cartesian_model_location(s, m->thread_class.data[me], l);
            struct proof_place at = {(uint32_t)(where >> 32), (uint32_t)where};
            const uint64_t *frame = (const uint64_t *)intern_bytes(&s->classes.data[m->thread_class.data[me]].locals, l, NULL) + 1;
            expr here = expr_and(m->x, all, literals_of_frame(&s->partial, at.code, frame));
            if (s->level == CARTESIAN_RUNNING && at.location != s->program->codes.data[at.code].entry)
                here = expr_and(m->x, here, literals_of_start(&s->partial, at.code, m->thread_number.data[me]));
            proof_add_case(&m->b, at, here);
        }
    }
}

/* All ways to place the deviations from number i on. */
static void place(struct maker *m, expr store, const struct product *p, uint32_t i, row *rows, bool *taken)
{
    if (m->b.cases > MOST_PARTS)
        proof_cannot(&m->b, BECAUSE(UNPROVED_STATES));
    if (m->b.why_not)
        return;
    if (i == p->deviation_count) {
        write_product(m, store, rows);
        return;
    }
    for (uint32_t t = 0; t < m->thread_class.size; t++) {
        if (taken[t] || m->thread_class.data[t] != p->deviations[i].class)
            continue;
        row old = rows[t];
        taken[t] = true;
        rows[t] = p->deviations[i].row;
        place(m, store, p, i + 1, rows, taken);
        rows[t] = old;
        taken[t] = false;
    }
}

static void write_family(struct maker *m, expr store, const struct product *p)
{
    row rows[MOST_THREADS];
    bool taken[MOST_THREADS] = {false};
    for (uint32_t t = 0; t < m->thread_class.size; t++)
        rows[t] = p->rows[m->thread_class.data[t]];
    place(m, store, p, 0, rows, taken);
}

/* Whether every location has one local state only. */
static bool locations_say_all(const struct cartesian_model *s)
{
    vector_each(const struct class *, c, &s->classes) {
        struct map seen = {0};
        bool twice = false;
        for (uint32_t l = 0; l < c->locals.size; l++) {
            uint64_t at = *(const uint64_t *)intern_bytes(&c->locals, l, NULL);
            twice |= map_get(&seen, at, NULL);
            map_put(&seen, at, 1);
        }
        map_free(&seen);
        if (twice)
            return false;
    }
    return true;
}

struct proof *cartesian_proof(struct cartesian *c, const struct reason **why_not)
{
    struct cartesian_model *s = c->model;
    const struct program *p = s->program;
    struct maker m = {.c = c, .x = p->exprs};
    *why_not = BECAUSE(UNPROVED_STATES);
    if (s->sections || s->partial.instances > MOST_THREADS || s->stores.size > MOST_STORES ||
        !(m.facts = literals_of_domains(&s->partial)))
        return NULL;
    m.plain = locations_say_all(s);
    m.b = proof_begin(p, false);
    for (uint32_t k = 0; k < s->classes.size; k++)
        vector_each(const uint32_t *, n, &s->classes.data[k].instances) {
            vector_push(&m.thread_class, k);
            vector_push(&m.thread_number, *n);
        }
    for (uint32_t store = 0; store < s->stores.size; store++) {
        if (!cartesian_has(c, store))
            continue;
        expr e = literals_of_store(&s->classes.data[0].sight, intern_bytes(&s->stores, store, NULL));
        if (store < c->abstract.size && c->abstract.data[store].rows)
            write_family(&m, e, &c->abstract.data[store]);
        for (uint32_t i = 0; store < c->exceptions.size && i < c->exceptions.data[store].size; i++)
            write_family(&m, e, &c->exceptions.data[store].data[i]);
    }
    vector_free(&m.thread_class);
    vector_free(&m.thread_number);
    return proof_end(&m.b, why_not);
}
