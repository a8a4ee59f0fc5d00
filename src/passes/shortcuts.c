/* Shortcuts: a loop that is entered with known values, and that nobody else can tell anything of, is run here and now. (A limit that main
 * computes while others are at work, a delay that counts, an average over a table of constants.) The steps that it takes are steps of the thread
 * alone, so that any run of the program has one in which they follow each other. */
#include "passes/edit.h"
#include "passes/known.h"

enum {
    MOST_STEPS = 20000, /* of all loops of a code together */
    MOST_VISITS = 255
};

struct runner {
    struct known_values *k;
    const struct code *c;
    uint32_t steps;  /* that are left */
    uint8_t *visits; /* by location, of this run */
    u32_vector touched;
};

static bool is_plain(const struct action *a)
{
    bool kind =
        a->kind == ACT_LOCAL || a->kind == ACT_LOAD || a->kind == ACT_STORE || a->kind == ACT_ATOMIC || a->kind == ACT_ASSUME;
    return kind && !a->access_count && a->fence == ORDER_PLAIN;
}

/* Whether the step does nothing but set the code's own scalars to values that are known. */
static bool is_silent(const struct runner *r, const struct known_row *values, const struct action *a)
{
    bool silent = is_plain(a);
    for (uint32_t i = 0; i < a->update_count && silent; i++) {
        const struct update *u = &a->updates[i];
        uint32_t slot = r->k->slot[u->cell];
        silent = !u->index && slot < r->k->own && expr_is_const(known_in(r->k, values, u->value));
    }
    return silent;
}

/* The only step that can be taken here, if it is clear that it can, and silent; NULL otherwise. */
static const struct edge *silent_step(const struct runner *r, const struct known_row *values, uint32_t l)
{
    const struct edge *only = NULL;
    if (r->c->locations.data[l].flags)
        return NULL;
    for (uint32_t i = out_begin(r->c, l); i < out_end(r->c, l); i++) {
        const struct edge *e = out_edge(r->c, i);
        expr guard = known_in(r->k, values, e->action.guard);
        if (expr_is_false(guard))
            continue;
        if (only || !expr_is_const(guard))
            return NULL;
        only = e;
    }
    return only && !r->c->locations.data[only->to].flags && is_silent(r, values, &only->action) ? only : NULL;
}

static void visit(struct runner *r, uint32_t l)
{
    if (!r->visits[l])
        vector_push(&r->touched, l);
    if (r->visits[l] < MOST_VISITS)
        r->visits[l]++;
}

static void forget_visits(struct runner *r)
{
    vector_each(const uint32_t *, l, &r->touched)
        r->visits[*l] = 0;
    vector_clear(&r->touched);
}

/* Where the run from l ends that takes silent steps only; values become those at its end. NONE if that is not known, or if it has no loop; the
 * end is passed once, so that a schedule finds it (program/lift.c). */
static uint32_t run(struct runner *r, uint32_t l, struct known_row **values)
{
    bool looped = false;
    visit(r, l);
    for (const struct edge *e; r->steps && (e = silent_step(r, *values, l)); r->steps--) {
        struct known_row *next = known_after(r->k, *values, e);
        row_free(*values);
        *values = next;
        l = e->to;
        visit(r, l);
        looped |= r->visits[l] > 1;
    }
    bool good = r->steps && looped && r->visits[l] == 1;
    forget_visits(r);
    return good ? l : NONE;
}

/* The step that makes of own values before those after. */
static struct action difference(const struct known_values *k, const struct known_row *before, const struct known_row *after)
{
    struct action a = action_skip(k->p);
    a.updates = ARENA_ARRAY(&k->p->arena, struct update, k->own + 1);
    for (uint32_t s = 0; s < k->own; s++)
        if (row_get(after, s) && row_get(after, s) != row_get(before, s))
            a.updates[a.update_count++] = (struct update){k->cells.data[s], NULL, row_get(after, s)};
    return a;
}

static void shorten(struct runner *r, struct edge *e)
{
    struct known_values *k = r->k;
    struct known_row *before = k->at[e->from] && e->action.kind != ACT_CALL ? known_after(k, k->at[e->from], e) : NULL;
    if (!before)
        return;
    struct known_row *after = row_copy(before);
    uint32_t end = run(r, e->to, &after);
    if (end != NONE) {
        struct action set = difference(k, before, after);
        e->action = action_sequence(k->p, &e->action, &set);
        e->to = end;
    }
    row_free(before);
    row_free(after);
}

/* A loop begins where an edge leads that enters it, and another that closes it. */
void known_shortcuts(struct known_values *k)
{
    struct code *c = &k->p->codes.data[k->code];
    struct runner r = {.k = k, .c = c, .steps = MOST_STEPS, .visits = NEW_ARRAY(uint8_t, c->locations.size)};
    uint32_t *entries = NEW_ARRAY(uint32_t, c->locations.size);
    vector_each(const struct edge *, e, &c->edges)
        entries[e->to]++;
    for (uint32_t i = 0; i < c->edges.size; i++)
        if (entries[c->edges.data[i].to] > 1)
            shorten(&r, &c->edges.data[i]);
    mem_free(entries);
    vector_free(&r.touched);
    mem_free(r.visits);
}
