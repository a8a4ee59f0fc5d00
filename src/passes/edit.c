#include "passes/edit.h"

#include "base/map.h"
#include "facts/guard_ranges.h"

/* --- composition --- */

/* Whether the action means more to a reader than a local step. */
static int weight(const struct action *a)
{
    switch ((enum action_kind)a->kind) {
    case ACT_LOCAL: return 0;
    case ACT_ASSUME: return 1;
    case ACT_LOAD: return 2;
    case ACT_STORE: return 3;
    case ACT_ATOMIC: return 4;
    default: return 5;
    }
}

static bool is_itself(const struct update *u) { return u->value->op == E_CELL && u->value->value == u->cell; }

struct action action_sequence(struct program *p, const struct action *a, const struct action *b)
{
    assert(a->guard->width == 1 && b->guard->width == 1 && a->kind != ACT_CALL);
    struct expr_memo *memo = expr_memo_new();
    struct action r = weight(a) > weight(b) ? *a : *b;
    r.guard = expr_and(p->exprs, a->guard, expr_after(p->exprs, b->guard, a->updates, a->update_count, memo));
    r.guard = guard_by_ranges(p->exprs, r.guard);

    VECTOR(struct update) updates = {0};
    for (uint32_t i = 0; i < a->update_count; i++) {
        bool overwritten = false;
        for (uint32_t j = 0; j < b->update_count && !a->updates[i].index; j++)
            overwritten |= b->updates[j].cell == a->updates[i].cell;
        if (!overwritten)
            vector_push(&updates, a->updates[i]);
    }
    for (uint32_t j = 0; j < b->update_count; j++) {
        struct update u = b->updates[j];
        if (u.index)
            u.index = expr_after(p->exprs, u.index, a->updates, a->update_count, memo);
        u.value = expr_after(p->exprs, u.value, a->updates, a->update_count, memo);
        /* the same slot by the same index: the later one wins, over whatever may have been written there in between */
        for (uint32_t i = updates.size; u.index && i-- > 0;)
            if (updates.data[i].cell == u.cell && updates.data[i].index == u.index) {
                memmove(updates.data + i, updates.data + i + 1, (updates.size - i - 1) * sizeof u);
                updates.size--;
                break;
            }
        vector_push(&updates, u);
    }
    r.updates = ARENA_ARRAY(&p->arena, struct update, updates.size);
    r.update_count = 0;
    vector_each(struct update *, u, &updates) {
        bool stays = is_itself(u);
        u->value = expr_given(p->exprs, u->value, r.guard);
        if (!stays && !is_itself(u))
            r.updates[r.update_count++] = *u;
    }

    r.access_count = a->access_count + b->access_count;
    r.accesses = ARENA_ARRAY(&p->arena, struct access, r.access_count);
    for (uint32_t i = 0; i < r.access_count; i++) {
        r.accesses[i] = i < a->access_count ? a->accesses[i] : b->accesses[i - a->access_count];
        if (i >= a->access_count && r.accesses[i].index)
            r.accesses[i].index = expr_after(p->exprs, r.accesses[i].index, a->updates, a->update_count, memo);
    }
    vector_free(&updates);
    expr_memo_free(memo);
    return r;
}

/* --- removal --- */

static void reach(struct code *c, const struct bitset *drop, struct bitset *reached)
{
    u32_vector work = {0};
    code_index(c);
    bitset_add(reached, c->entry);
    vector_push(&work, c->entry);
    while (work.size) {
        uint32_t l = vector_pop(&work);
        for (uint32_t i = out_begin(c, l); i < out_end(c, l); i++) {
            uint32_t to = out_edge(c, i)->to;
            if ((drop && bitset_has(drop, c->out_edge.data[i])) || bitset_has(reached, to))
                continue;
            bitset_add(reached, to);
            vector_push(&work, to);
        }
    }
    vector_free(&work);
}

void code_compact(struct program *p, uint32_t code, const struct bitset *drop_edges)
{
    assert(code < p->codes.size);
    struct code *c = &p->codes.data[code];
    struct bitset reached = {0};
    reach(c, drop_edges, &reached);
    if (c->exit != NONE)
        bitset_add(&reached, c->exit);

    u32_vector number = {0};
    vector_resize(&number, c->locations.size);
    uint32_t n = 0;
    for (uint32_t l = 0; l < c->locations.size; l++)
        if (bitset_has(&reached, l)) {
            number.data[l] = n;
            c->locations.data[n++] = c->locations.data[l];
        }
    uint32_t m = 0;
    for (uint32_t i = 0; i < c->edges.size; i++) {
        struct edge e = c->edges.data[i];
        if ((drop_edges && bitset_has(drop_edges, i)) || !bitset_has(&reached, e.from))
            continue;
        e.from = number.data[e.from];
        e.to = number.data[e.to];
        c->edges.data[m++] = e;
    }
    c->locations.size = n;
    c->edges.size = m;
    c->entry = number.data[c->entry];
    if (c->exit != NONE)
        c->exit = number.data[c->exit];
    code_index(c);
    vector_free(&number);
    bitset_free(&reached);
}

/* Whether the action itself still touches the cell. */
static bool touches(const struct action *a, uint32_t cell, mentions *m)
{
    struct action bare = *a;
    bare.access_count = 0;
    action_mentions(&bare, m);
    vector_each(const struct mention *, x, m)
        if (x->cell == cell)
            return true;
    return false;
}

void program_refresh_accesses(struct program *p, bool keep_untouched)
{
    mentions m = {0};
    vector_each(struct code *, c, &p->codes)
        vector_each(struct edge *, e, &c->edges) {
            struct action *a = &e->action;
            uint32_t n = 0;
            for (uint32_t i = 0; i < a->access_count; i++) {
                const struct cell *x = &p->cells.data[a->accesses[i].cell];
                if (cell_is_shared(x) && (keep_untouched || (!x->dropped && touches(a, x->id, &m))))
                    a->accesses[n++] = a->accesses[i];
            }
            a->access_count = n;
        }
    vector_free(&m);
}

void program_drop_unused_cells(struct program *p, bool keep_untouched)
{
    struct bitset used = {0};
    mentions m = {0};
    program_refresh_accesses(p, keep_untouched);
    vector_each(struct code *, c, &p->codes) {
        vector_each(const uint32_t *, x, &c->parameters)
            bitset_add(&used, *x);
        if (c->result != NONE)
            bitset_add(&used, c->result);
        vector_each(struct edge *, e, &c->edges) {
            action_mentions(&e->action, &m);
            vector_each(const struct mention *, x, &m)
                bitset_add(&used, x->cell);
            for (uint32_t i = 0; i < e->action.access_count; i++)
                bitset_add(&used, e->action.accesses[i].cell);
            if (e->action.kind == ACT_CALL && e->action.call_result != NONE)
                bitset_add(&used, e->action.call_result);
        }
    }
    vector_each(struct cell *, c, &p->cells)
        if (!bitset_has(&used, c->id))
            c->dropped = true;
    vector_free(&m);
    bitset_free(&used);
}
