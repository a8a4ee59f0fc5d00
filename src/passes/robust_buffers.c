/* Critical cycles (Shasha and Snir, TOPLAS 1988) for x86-TSO, as Alglave and Maranget ("Stability in Weak Memory Models", CAV 2011) have them, coarsely: by
 * cells.
 *
 * An execution in which threads do not take turns has a cycle of program order and communication that visits each thread once, with two accesses to different
 * locations at most, and each location once. Store buffers keep all of program order but a store before a later load, if nothing between them
 * empties the buffer. So some thread of the cycle stores x and then loads y, with no such thing between; another one stores y; and from there
 * program order of other threads leads on, from location to location, to an access to x. If no store and load are like that, threads take turns.
 * Races do not matter: plain accesses are as any others here. What main does while no other thread is alive lies on no cycle: others
 * know of it before they begin, or it of them. */
#include "passes/robust.h"

#include "base/bitset.h"
#include "facts/alive.h"
#include "passes/robust_check.h"

struct memory_step { /* an edge, and what it does to shared cells */
    uint32_t code, edge;
    struct bitset reads, writes;
    bool empties;                /* the store buffer, before and after what it does */
    const struct access *access; /* one of it, or NULL */
};

struct buffer_cycles {
    const struct program *p;
    struct alive *alive;
    VECTOR(struct memory_step) steps;
    struct bitset *writers; /* by cell: codes */
    struct bitset *after;   /* by cell: cells that others than the current code may access after it; closed */
    struct bitset *seen;    /* what see() adds to */
    bool locations;
};

/* Not what heddle itself counts: a machine has no such variable. Whether an object has ended is as a variable that is stored and loaded. */
static bool is_real(const struct cell *c) { return cell_is_shared(c) && c->role != CELL_WATCH && c->role != CELL_HEAP; }

static void see(void *context, expr e)
{
    struct buffer_cycles *r = context;
    bool cell = e->op == E_CELL || e->op == E_READ;
    if (cell && is_real(&r->p->cells.data[e->value]))
        bitset_add(r->seen, (uint32_t)e->value);
    r->locations |= e->op == E_AT;
}

static bool empties_buffer(const struct program *p, const struct code *c, const struct edge *e)
{
    bool section = (c->locations.data[e->from].flags | c->locations.data[e->to].flags) & LOC_ATOMIC;
    bool empties = section || e->action.fence == ORDER_SEQ_CST || action_is_locked(p, &e->action);
    for (uint32_t i = 0; i < e->action.access_count; i++) {
        const struct access *x = &e->action.accesses[i];
        empties |= x->write && x->order == ORDER_SEQ_CST && !cell_is_bookkeeping(&p->cells.data[x->cell]);
    }
    return empties;
}

static void add_step(struct buffer_cycles *r, uint32_t code, uint32_t edge)
{
    const struct code *c = &r->p->codes.data[code];
    const struct action *a = &c->edges.data[edge].action;
    struct memory_step s = {.code = code, .edge = edge, .empties = empties_buffer(r->p, c, &c->edges.data[edge])};
    r->seen = &s.reads;
    expr_visit(a->guard, see, r);
    for (uint32_t i = 0; i < a->update_count; i++) {
        expr_visit(a->updates[i].value, see, r);
        if (a->updates[i].index)
            expr_visit(a->updates[i].index, see, r);
        const struct cell *to = &r->p->cells.data[a->updates[i].cell];
        if (is_real(to))
            bitset_add(&s.writes, to->id);
    }
    for (uint32_t i = 0; i < a->access_count; i++) {
        if (!is_real(&r->p->cells.data[a->accesses[i].cell]))
            continue;
        bitset_add(a->accesses[i].write ? &s.writes : &s.reads, a->accesses[i].cell);
        s.access = &a->accesses[i];
    }
    bitset_each(cell, &s.writes)
        bitset_add(&r->writers[cell], code);
    if (bitset_empty(&s.reads) && bitset_empty(&s.writes)) {
        bitset_free(&s.reads);
        bitset_free(&s.writes);
        return;
    }
    vector_push(&r->steps, s);
}

static void find_steps(struct buffer_cycles *r)
{
    for (uint32_t k = 0; k < r->p->codes.size; k++)
        for (uint32_t i = 0; i < r->p->codes.data[k].edges.size; i++)
            if (k || !alive_alone(r->alive, &r->p->codes.data[k].edges.data[i]))
                add_step(r, k, i);
}

/* Locations of the step's code that can be reached after it; until the buffer is empty, if past is not set. */
static void reach(const struct buffer_cycles *r, const struct memory_step *s, bool past, struct bitset *out)
{
    const struct code *c = &r->p->codes.data[s->code];
    u32_vector work = {0};
    bitset_add(out, c->edges.data[s->edge].to);
    vector_push(&work, c->edges.data[s->edge].to);
    while (work.size) {
        uint32_t l = vector_pop(&work);
        for (uint32_t i = out_begin(c, l); i < out_end(c, l); i++) {
            const struct edge *e = out_edge(c, i);
            if (bitset_has(out, e->to) || (!past && empties_buffer(r->p, c, e)))
                continue;
            bitset_add(out, e->to);
            vector_push(&work, e->to);
        }
    }
    vector_free(&work);
}

static bool is_crowd(const struct buffer_cycles *r, uint32_t code) { return r->p->codes.data[code].instances != 1; }

static void add_arrows(struct buffer_cycles *r, const struct memory_step *from, const struct memory_step *to)
{
    const struct bitset *first[] = {&from->reads, &from->writes}, *second[] = {&to->reads, &to->writes};
    for (unsigned i = 0; i < 2; i++)
        bitset_each(x, first[i])
            for (unsigned k = 0; k < 2; k++)
                bitset_each(y, second[k])
                    if (x != y || cell_is_array(&r->p->cells.data[x]))
                        bitset_add(&r->after[x], y);
}

/* The arrows that threads draw while one instance of the code is elsewhere in the cycle. */
static void draw_arrows(struct buffer_cycles *r, uint32_t without)
{
    assert(without < r->p->codes.size);
    for (uint32_t i = 0; i < r->p->cells.size; i++)
        bitset_clear(&r->after[i]);
    vector_each(const struct memory_step *, s, &r->steps) {
        if (s->code == without && !is_crowd(r, without))
            continue;
        struct bitset reached = {0};
        reach(r, s, true, &reached);
        vector_each(const struct memory_step *, t, &r->steps)
            if (t->code == s->code && (t == s || bitset_has(&reached, r->p->codes.data[t->code].edges.data[t->edge].from)))
                add_arrows(r, s, t);
        bitset_free(&reached);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < r->p->cells.size; i++)
            bitset_each(k, &r->after[i])
                if (k != i)
                    changed |= bitset_unite(&r->after[i], &r->after[k]);
    }
}

static bool others_write(const struct buffer_cycles *r, uint32_t code, uint32_t cell)
{
    bitset_each(k, &r->writers[cell])
        if (k != code || is_crowd(r, code))
            return true;
    return false;
}

/* Whether the store and the load may lie on a cycle. */
static bool may_pass(const struct buffer_cycles *r, const struct memory_step *store, const struct memory_step *load)
{
    bitset_each(x, &store->writes)
        bitset_each(y, &load->reads) {
            bool differ = x != y || cell_is_array(&r->p->cells.data[x]);
            if (differ && others_write(r, load->code, y) && bitset_has(&r->after[y], x))
                return true;
        }
    return false;
}

static void note_line(access_list *out, const struct access *x)
{
    if (!x)
        return;
    vector_each(const struct access *const *, y, out)
        if ((*y)->pos.line == x->pos.line && (*y)->pos.file == x->pos.file)
            return;
    vector_push(out, x);
}

static bool look_at_code(struct buffer_cycles *r, uint32_t code, access_list *out)
{
    bool robust = true;
    draw_arrows(r, code);
    vector_each(const struct memory_step *, s, &r->steps) {
        if (s->code != code || s->empties || bitset_empty(&s->writes))
            continue;
        struct bitset reached = {0};
        reach(r, s, false, &reached);
        vector_each(const struct memory_step *, t, &r->steps) {
            bool follows = t->code == code && bitset_has(&reached, r->p->codes.data[code].edges.data[t->edge].from);
            if (!follows || t->empties || !may_pass(r, s, t))
                continue;
            robust = false;
            note_line(out, s->access);
            note_line(out, t->access);
        }
        bitset_free(&reached);
    }
    return robust && passing_is_excluded(r->p, code, r->after);
}

bool is_robust_with_buffers(const struct program *p, access_list *out)
{
    assert(p->template_count);
    struct buffer_cycles r = {.p = p, .alive = alive_compute(p)};
    r.writers = NEW_ARRAY(struct bitset, p->cells.size + 1);
    r.after = NEW_ARRAY(struct bitset, p->cells.size + 1);
    find_steps(&r);
    bool robust = !program_has_calls(p) && !r.locations;
    for (uint32_t k = 0; k < p->codes.size && robust; k++)
        robust = look_at_code(&r, k, out);
    vector_each(struct memory_step *, s, &r.steps) {
        bitset_free(&s->reads);
        bitset_free(&s->writes);
    }
    for (uint32_t i = 0; i < p->cells.size; i++) {
        bitset_free(&r.writers[i]);
        bitset_free(&r.after[i]);
    }
    mem_free(r.writers);
    mem_free(r.after);
    vector_free(&r.steps);
    alive_free(r.alive);
    return robust;
}
