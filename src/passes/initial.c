/* Initial values: what main sets a shared scalar to before anybody can look at it is its initial value, and the updates can go. Nobody
 * can look who does not mention the cell, so other threads may run by then. So memory that is allocated and then set, and variables that
 * main initializes, look to engines like those with an initializer.
 * Requires: code_index. Breaks: what shared scalars are where main begins. */
#include "facts/alive.h"
#include "facts/creation.h"
#include "passes/edit.h"
#include "passes/passes.h"

enum { MAIN = 0 };

struct settings {
    struct program *p;
    struct code *main;
    struct bitset candidates;      /* scalars that only main can have touched where it sets them first */
    struct bitset *before, *after; /* by location of main: candidates that may not be set yet there, and those that may be */
    struct bitset *mentioned;      /* by code: shared cells */
    expr *value;                   /* by cell: what it is set to first, or NULL */
};

static bool is_settable(const struct program *p, uint32_t cell)
{
    const struct cell *c = &p->cells.data[cell];
    return cell_is_shared(c) && !cell_is_array(c) && c->role != CELL_STARTED && c->role != CELL_COUNT;
}

static void find_mentions(struct settings *s)
{
    mentions m = {0};
    for (uint32_t k = 0; k < s->p->codes.size; k++)
        vector_each(const struct edge *, e, &s->p->codes.data[k].edges) {
            action_mentions(&e->action, &m);
            vector_each(const struct mention *, x, &m)
                bitset_add(&s->mentioned[k], x->cell);
        }
    vector_free(&m);
}

static void find_candidates(struct settings *s)
{
    vector_each(const struct edge *, e, &s->main->edges)
        for (uint32_t i = 0; i < e->action.update_count; i++) {
            const struct update *u = &e->action.updates[i];
            if (is_settable(s->p, u->cell) && expr_is_const(u->value))
                bitset_add(&s->candidates, u->cell);
        }
}

/* Which candidates may be unset, and which set, at the locations of main. */
static void propagate(struct settings *s)
{
    u32_vector work = {0};
    struct bitset before = {0}, after = {0}, seen = {0};
    bitset_copy(&s->before[s->main->entry], &s->candidates);
    vector_push(&work, s->main->entry);
    bitset_add(&seen, s->main->entry);
    while (work.size) {
        uint32_t l = vector_pop(&work);
        for (uint32_t i = out_begin(s->main, l); i < out_end(s->main, l); i++) {
            const struct edge *e = out_edge(s->main, i);
            if (e->action.kind == ACT_HALT) /* nobody looks at anything then */
                continue;
            bitset_copy(&before, &s->before[l]);
            bitset_copy(&after, &s->after[l]);
            for (uint32_t u = 0; u < e->action.update_count; u++) {
                uint32_t cell = e->action.updates[u].cell;
                bitset_remove(&before, cell);
                if (bitset_has(&s->candidates, cell))
                    bitset_add(&after, cell);
            }
            bool grown = bitset_unite(&s->before[e->to], &before);
            grown |= bitset_unite(&s->after[e->to], &after);
            if (grown || !bitset_has(&seen, e->to)) {
                bitset_add(&seen, e->to);
                vector_push(&work, e->to);
            }
        }
    }
    vector_free(&work);
    bitset_free(&before);
    bitset_free(&after);
    bitset_free(&seen);
}

static void exclude(struct settings *s, const struct bitset *unset, const struct bitset *cells)
{
    bitset_each(x, cells)
        if (bitset_has(unset, x))
            bitset_remove(&s->candidates, x);
}

/* Candidates stay that are set to the same constant by everyone who comes first, and that nobody mentions before. */
static void check_step(struct settings *s, const struct edge *e, mentions *m)
{
    const struct bitset *unset = &s->before[e->from];
    const struct action *a = &e->action;
    action_mentions(a, m);
    vector_each(const struct mention *, x, m)
        if (!x->write && bitset_has(unset, x->cell))
            bitset_remove(&s->candidates, x->cell);
    for (uint32_t i = 0; i < a->update_count; i++) {
        const struct update *u = &a->updates[i];
        if (!bitset_has(unset, u->cell))
            continue;
        if (!expr_is_const(u->value) || (s->value[u->cell] && s->value[u->cell] != u->value))
            bitset_remove(&s->candidates, u->cell);
        s->value[u->cell] = u->value;
    }
    for (uint32_t k = s->p->template_count; a->kind == ACT_CALL && k < s->p->codes.size; k++)
        exclude(s, unset, &s->mentioned[k]);
    if (a->kind == ACT_CALL && a->call_result != NONE)
        bitset_remove(&s->candidates, a->call_result);
}

static void check_all(struct settings *s)
{
    mentions m = {0};
    vector_each(const struct edge *, e, &s->main->edges)
        check_step(s, e, &m);
    vector_free(&m);
    struct alive *alive = alive_compute(s->p);
    for (uint32_t l = 0; l < s->main->locations.size; l++) {
        bitset_each(t, &alive->at[l])
            exclude(s, &s->before[l], &s->mentioned[t]);
        for (uint32_t k = s->p->template_count; !bitset_empty(&alive->at[l]) && k < s->p->codes.size; k++)
            exclude(s, &s->before[l], &s->mentioned[k]);
    }
    alive_free(alive);
}

/* An update goes where the cell cannot have been set before; elsewhere it may set it back. */
static void forget(struct settings *s, struct edge *e)
{
    struct action *a = &e->action;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < a->update_count; i++) {
        uint32_t cell = a->updates[i].cell;
        if (!bitset_has(&s->candidates, cell) || bitset_has(&s->after[e->from], cell))
            a->updates[kept++] = a->updates[i];
    }
    a->update_count = kept;
}

static void set_all(struct settings *s)
{
    bitset_each(x, &s->candidates) {
        struct cell *cell = &s->p->cells.data[x];
        assert(is_settable(s->p, x));
        if (!s->value[x]) { /* main does not get there */
            bitset_remove(&s->candidates, x);
            continue;
        }
        cell->arbitrary = false;
        cell->inits = NULL;
        cell->init = s->value[x]->value;
    }
}

bool pass_initial(struct program *p, bool forget_updates)
{
    assert(program_is_indexed(p));
    if (!others_wait(p))
        return false;
    struct settings s = {.p = p, .main = &p->codes.data[MAIN]};
    find_candidates(&s);
    if (!bitset_empty(&s.candidates)) {
        uint32_t locations = s.main->locations.size;
        s.before = NEW_ARRAY(struct bitset, locations);
        s.after = NEW_ARRAY(struct bitset, locations);
        s.mentioned = NEW_ARRAY(struct bitset, p->codes.size);
        s.value = NEW_ARRAY(expr, p->cells.size);
        find_mentions(&s);
        propagate(&s);
        check_all(&s);
        set_all(&s);
        for (uint32_t i = 0; forget_updates && i < s.main->edges.size; i++)
            forget(&s, &s.main->edges.data[i]);
        for (uint32_t l = 0; l < locations; l++) {
            bitset_free(&s.before[l]);
            bitset_free(&s.after[l]);
        }
        for (uint32_t k = 0; k < p->codes.size; k++)
            bitset_free(&s.mentioned[k]);
        mem_free(s.before);
        mem_free(s.after);
        mem_free(s.mentioned);
        mem_free(s.value);
    }
    bool found = !bitset_empty(&s.candidates);
    bitset_free(&s.candidates);
    return found;
}
