/* Forward over each code: the mutexes that are certainly held (a mutex is its holder's id, or 0), and whether main may have created a thread. */
#include "report/protection.h"

enum { MOST_LOCKS = 64 };

struct finder {
    const struct program *program;
    u32_vector locks; /* cells */
    uint64_t **held;  /* by code and location: a set of locks */
    bool **together;  /* by code and location: there may be other threads */
};

static uint64_t lock_bit(const struct finder *f, uint32_t cell)
{
    for (uint32_t i = 0; i < f->locks.size; i++)
        if (f->locks.data[i] == cell)
            return (uint64_t)1 << i;
    return 0;
}

/* What is held after a step, of what was held before. */
static uint64_t after(const struct finder *f, const struct action *a, uint64_t held)
{
    if (a->kind == ACT_CALL || a->kind == ACT_WAIT)
        return 0;
    for (uint32_t i = 0; i < a->update_count; i++) {
        uint64_t bit = lock_bit(f, a->updates[i].cell);
        expr v = a->updates[i].value;
        bool taken = v->op == E_SELF || (expr_is_const(v) && !expr_is_value(v, 0));
        held = taken ? held | bit : held & ~bit;
    }
    return held;
}

static void flow(struct finder *f, uint32_t code)
{
    assert(code_is_indexed(&f->program->codes.data[code]) && f->locks.size <= MOST_LOCKS);
    const struct code *c = &f->program->codes.data[code];
    uint64_t *held = f->held[code] = NEW_ARRAY(uint64_t, c->locations.size + 1);
    bool *together = f->together[code] = NEW_ARRAY(bool, c->locations.size + 1);
    for (uint32_t l = 0; l < c->locations.size; l++)
        held[l] = l == c->entry ? 0 : UINT64_MAX;
    together[c->entry] = code != 0;
    for (bool changed = true; changed;) {
        changed = false;
        vector_each(const struct edge *, e, &c->edges) {
            uint64_t to = held[e->to] & after(f, &e->action, held[e->from]);
            bool others = together[e->to] || together[e->from] || e->action.kind == ACT_CREATE || e->action.kind == ACT_CALL;
            changed |= to != held[e->to] || others != together[e->to];
            held[e->to] = to;
            together[e->to] = others;
        }
    }
}

static uint32_t first_lock(const struct finder *f, uint64_t set)
{
    assert(set == UINT64_MAX || !set || (unsigned)__builtin_ctzll(set) < f->locks.size);
    return set && set != UINT64_MAX ? f->locks.data[__builtin_ctzll(set)] : NONE;
}

static void note_line(struct protection *p, uint32_t line)
{
    vector_each(const uint32_t *, l, &p->lines)
        if (*l == line)
            return;
    vector_push(&p->lines, line);
}

/* all: held at all accesses, by cell; threads: at those of others than main. */
static void look_at_accesses(struct finder *f, uint64_t *all, uint64_t *threads)
{
    for (uint32_t c = 0; c < f->program->codes.size; c++)
        vector_each(const struct edge *, e, &f->program->codes.data[c].edges)
            for (uint32_t i = 0; i < e->action.access_count && f->together[c][e->from]; i++) {
                uint32_t cell = e->action.accesses[i].cell;
                all[cell] &= f->held[c][e->from];
                threads[cell] &= c ? f->held[c][e->from] : UINT64_MAX;
            }
}

/* Where main does not hold the lock that the others do. */
static void look_at_main(struct finder *f, struct protection *out)
{
    vector_each(const struct edge *, e, &f->program->codes.data[0].edges)
        for (uint32_t i = 0; i < e->action.access_count && f->together[0][e->from]; i++) {
            struct protection *p = &out[e->action.accesses[i].cell];
            if (p->lock != NONE && !(f->held[0][e->from] & lock_bit(f, p->lock)) && e->action.pos.line)
                note_line(p, e->action.pos.line);
        }
}

struct protection *protections_find(const struct program *p)
{
    struct finder f = {.program = p};
    struct protection *out = NEW_ARRAY(struct protection, p->cells.size + 1);
    uint64_t *all = NEW_ARRAY(uint64_t, p->cells.size + 1), *threads = NEW_ARRAY(uint64_t, p->cells.size + 1);
    vector_each(const struct cell *, c, &p->cells)
        if (cell_is_shared(c) && c->role == CELL_SYNC && !cell_is_array(c) && f.locks.size < MOST_LOCKS)
            vector_push(&f.locks, c->id);
    f.held = NEW_ARRAY(uint64_t *, p->codes.size + 1);
    f.together = NEW_ARRAY(bool *, p->codes.size + 1);
    for (uint32_t c = 0; c < p->codes.size; c++)
        flow(&f, c);
    memset(all, 0xff, p->cells.size * sizeof *all);
    memset(threads, 0xff, p->cells.size * sizeof *threads);
    look_at_accesses(&f, all, threads);
    for (uint32_t c = 0; c < p->cells.size; c++) {
        bool data = cell_is_shared(&p->cells.data[c]) && p->cells.data[c].role == CELL_DATA;
        out[c].lock = !data ? NONE : first_lock(&f, all[c] && all[c] != UINT64_MAX ? all[c] : threads[c]);
    }
    look_at_main(&f, out);
    for (uint32_t c = 0; c < p->codes.size; c++) {
        mem_free(f.held[c]);
        mem_free(f.together[c]);
    }
    mem_free(f.held);
    mem_free(f.together);
    vector_free(&f.locks);
    mem_free(all);
    mem_free(threads);
    return out;
}

void protections_free(struct protection *list, const struct program *p)
{
    for (uint32_t c = 0; c < p->cells.size; c++)
        vector_free(&list[c].lines);
    mem_free(list);
}
