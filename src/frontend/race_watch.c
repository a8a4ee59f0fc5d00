/* Races by C's happens-before (C11 5.1.2.4), decided as reachability.
 *
 * A run picks one access, the event, at a moment of its choice, and from then on the program follows who comes after it:
 *   known (of a thread):     the event happens before whatever the thread does next;
 *   released (of a thread):  it happened before the thread's last release fence;
 *   pending (of a thread):   the thread has read from somebody's release of it, but with a relaxed read: an acquire fence makes it known;
 *   view (of a location):    it happens before a release operation whose release sequence has the location's current value, so that
 *                            an acquire that reads the value synchronises with that.
 * A store sets its location's view; a read-modify-write adds to it and so continues the release sequence. A relaxed store by the thread that
 * stored there last continues what it has released there itself: head is that thread, mine what it has released. Creation and the
 * end of threads, locks and all that happens in atomic sections are accesses with the order seq_cst here (program.h), so nothing else is
 * needed.
 * Whoever makes an access that conflicts with the event without knowing of it has a race with it: that is an error location. In an
 * atomic section it is one only when the section has come to its end.
 *
 * Runs are sequentially consistent. That is enough for programs of which every execution is: portfolio/weaker.h. */
#include "frontend/race_watch.h"

#include "base/bitset.h"

struct partner { /* an access that conflicts */
    uint32_t access, check;
};

typedef VECTOR(struct partner) partner_vector;

struct thread_cells {
    uint32_t known, released, pending;
    uint32_t met; /* check plus 1 that failed in the atomic section, or 0 */
};

struct watch {
    struct program *p;
    uint32_t picked, where;   /* cells: id of the event's access plus 1, or 0; its index */
    uint32_t *view;           /* by cell: its view, or NONE */
    uint32_t *head, *mine;    /* by cell; NONE where no thread has both releasing and relaxed stores */
    struct thread_cells *of;  /* by template */
    partner_vector *partners; /* by access id */
};

static bool synchronises(const struct program *p, const struct access *x)
{
    uint8_t role = p->cells.data[x->cell].role;
    return x->order != ORDER_PLAIN && (role == CELL_DATA || role == CELL_SYNC || role == CELL_STARTED || role == CELL_DONE);
}

bool needs_watch(const struct program *p)
{
    vector_each(const struct code *, c, &p->codes)
        vector_each(const struct edge *, e, &c->edges)
            for (uint32_t i = 0; i < e->action.access_count; i++) {
                const struct access *x = &e->action.accesses[i];
                if (x->order && !(x->write ? order_releases(x->order) : order_acquires(x->order)))
                    return true;
            }
    return false;
}

static uint32_t watch_cell(struct watch *w, const char *name, unsigned width, uint32_t owner)
{
    struct cell c = {.name = name, .width = (uint8_t)width, .role = CELL_WATCH, .owner = owner, .subject = NONE};
    return program_add_cell(w->p, c);
}

/* A cell with the places of another one. */
static uint32_t companion(struct watch *w, const char *what, uint32_t cell, unsigned width)
{
    struct cell c = w->p->cells.data[cell];
    c.name = arena_printf(&w->p->arena, "%%%s.%s", what, c.name);
    c.role = CELL_WATCH;
    c.width = (uint8_t)width;
    c.is_signed = c.is_pointer = c.is_float = c.arbitrary = c.dropped = false;
    c.init = 0;
    c.inits = NULL;
    c.enumerators = NULL;
    return program_add_cell(w->p, c);
}

static bool reads_too(const struct action *a, uint32_t cell)
{
    for (uint32_t i = 0; i < a->access_count; i++)
        if (a->accesses[i].cell == cell && !a->accesses[i].write)
            return true;
    return false;
}

static void make_companions(struct watch *w, uint32_t t)
{
    struct program *p = w->p;
    struct bitset releasing = {0}, relaxed = {0};
    for (uint32_t k = 0; k < p->codes.data[t].edges.size; k++) {
        const struct action *a = &p->codes.data[t].edges.data[k].action;
        for (uint32_t i = 0; i < a->access_count; i++) {
            const struct access *x = &a->accesses[i];
            if (!synchronises(p, x))
                continue;
            if (w->view[x->cell] == NONE)
                w->view[x->cell] = companion(w, "view", x->cell, 1);
            if (x->write && order_releases(x->order))
                bitset_add(&releasing, x->cell);
            if (x->write && !order_releases(x->order) && !reads_too(a, x->cell))
                bitset_add(&relaxed, x->cell);
        }
    }
    bitset_each(cell, &relaxed)
        if (bitset_has(&releasing, cell) && w->head[cell] == NONE) {
            w->head[cell] = companion(w, "head", cell, SELF_WIDTH);
            w->mine[cell] = companion(w, "mine", cell, 1);
        }
    bitset_free(&releasing);
    bitset_free(&relaxed);
}

static void make_cells(struct watch *w)
{
    struct program *p = w->p;
    uint32_t n = p->cells.size;
    w->view = ARENA_ARRAY(&p->arena, uint32_t, n);
    w->head = ARENA_ARRAY(&p->arena, uint32_t, n);
    w->mine = ARENA_ARRAY(&p->arena, uint32_t, n);
    for (uint32_t i = 0; i < n; i++)
        w->view[i] = w->head[i] = w->mine[i] = NONE;
    for (uint32_t t = 0; t < p->template_count; t++)
        make_companions(w, t);
    w->picked = watch_cell(w, "%picked", 32, NONE);
    w->where = watch_cell(w, "%where", p->pointer_width, NONE);
    for (uint32_t t = 0; t < p->template_count; t++) {
        w->of[t].known = watch_cell(w, "%known", 1, t);
        w->of[t].released = watch_cell(w, "%released", 1, t);
        w->of[t].pending = watch_cell(w, "%pending", 1, t);
        w->of[t].met = watch_cell(w, "%met", 32, t);
    }
}

/* --- what an action does to what is known --- */

struct knowledge { /* as expressions over the state before the action */
    expr known, released, pending;
};

static struct knowledge before(const struct watch *w, uint32_t t)
{
    struct exprs *x = w->p->exprs;
    return (struct knowledge){expr_cell(x, 1, w->of[t].known), expr_cell(x, 1, w->of[t].released),
                              expr_cell(x, 1, w->of[t].pending)};
}

typedef VECTOR(struct update) update_vector;

static void set(update_vector *out, uint32_t cell, expr index, expr value)
{
    for (uint32_t i = 0; i < out->size; i++)
        if (out->data[i].cell == cell && out->data[i].index == index) {
            out->data[i].value = value;
            return;
        }
    vector_push(out, (struct update){cell, index, value});
}

/* The view that a write of action a leaves, and the rest of what is known of the place. */
static void follow_write(const struct watch *w, const struct action *a, const struct access *x, const struct knowledge *k,
                         update_vector *out)
{
    struct exprs *pool = w->p->exprs;
    bool atomic = x->order != ORDER_PLAIN, continues = atomic && reads_too(a, x->cell);
    expr value = !atomic ? expr_bool(pool, false) : order_releases(x->order) ? k->known : k->released;
    expr left = continues ? expr_or(pool, program_cell_expr(w->p, w->view[x->cell], x->index), value) : value;
    if (w->head[x->cell] != NONE) {
        expr mine = program_cell_expr(w->p, w->mine[x->cell], x->index), self = expr_self(pool);
        expr is_head = expr_eq(pool, program_cell_expr(w->p, w->head[x->cell], x->index), self);
        if (continues) {
            set(out, w->mine[x->cell], x->index, expr_or(pool, mine, expr_and(pool, is_head, value)));
        } else {
            left = atomic ? expr_or(pool, value, expr_and(pool, is_head, mine)) : value;
            set(out, w->mine[x->cell], x->index, left);
            set(out, w->head[x->cell], x->index, self);
        }
    }
    set(out, w->view[x->cell], x->index, left);
}

/* One access of action a; what a write changes goes to out (NULL: it does not matter). */
static void follow_access(const struct watch *w, const struct action *a, const struct access *x, struct knowledge *k,
                          update_vector *out)
{
    struct exprs *pool = w->p->exprs;
    if (w->view[x->cell] == NONE)
        return;
    expr seen = program_cell_expr(w->p, w->view[x->cell], x->index);
    if (x->write && out)
        follow_write(w, a, x, k, out);
    else if (!x->write && order_acquires(x->order))
        k->known = expr_or(pool, k->known, seen);
    else if (!x->write && x->order != ORDER_PLAIN)
        k->pending = expr_or(pool, k->pending, seen);
}

static void follow_fence(const struct watch *w, const struct action *a, struct knowledge *k)
{
    if (order_acquires(a->fence))
        k->known = expr_or(w->p->exprs, k->known, k->pending);
    if (order_releases(a->fence))
        k->released = k->known;
}

static void append_updates(struct watch *w, struct action *a, const update_vector *more)
{
    struct update *all = ARENA_ARRAY(&w->p->arena, struct update, a->update_count + more->size);
    if (a->update_count)
        memcpy(all, a->updates, a->update_count * sizeof *all);
    if (more->size)
        memcpy(all + a->update_count, more->data, more->size * sizeof *all);
    a->updates = all;
    a->update_count += more->size;
}

/* The action of template t with what it does to what is known; event: the access that it picks, or NULL. */
static struct action follow(struct watch *w, uint32_t t, const struct action *a, const struct access *event)
{
    struct exprs *x = w->p->exprs;
    struct action r = *a;
    update_vector more = {0};
    struct knowledge k = before(w, t), old = k;
    if (event) {
        expr picked = expr_cell(x, 32, w->picked);
        r.guard = expr_and(x, r.guard, expr_eq(x, picked, expr_const(x, 32, 0)));
        set(&more, w->picked, NULL, expr_const(x, 32, event->id + 1));
        if (event->index)
            set(&more, w->where, NULL, expr_resize(x, event->index, w->p->pointer_width, false));
        k.known = expr_bool(x, true);
    }
    for (uint32_t i = 0; i < a->access_count; i++)
        follow_access(w, a, &a->accesses[i], &k, &more);
    if (a->fence)
        follow_fence(w, a, &k);
    if (k.known != old.known)
        set(&more, w->of[t].known, NULL, k.known);
    if (k.released != old.released)
        set(&more, w->of[t].released, NULL, k.released);
    if (k.pending != old.pending)
        set(&more, w->of[t].pending, NULL, k.pending);
    append_updates(w, &r, &more);
    vector_free(&more);
    return r;
}

/* --- errors --- */

/* Access number i of the action is made without knowing of an event that is an access with this id. What it reads itself does not count: it
 * might have read an older value, and in the execution that C allows the two would race. */
static expr unknown(struct watch *w, uint32_t t, const struct action *a, uint32_t i, uint32_t event)
{
    struct exprs *x = w->p->exprs;
    struct knowledge k = before(w, t);
    for (uint32_t j = 0; j < i; j++)
        follow_access(w, a, &a->accesses[j], &k, NULL);
    expr is = expr_eq(x, expr_cell(x, 32, w->picked), expr_const(x, 32, event + 1));
    if (a->accesses[i].index) {
        expr index = expr_resize(x, a->accesses[i].index, w->p->pointer_width, false);
        is = expr_and(x, is, expr_eq(x, expr_cell(x, w->p->pointer_width, w->where), index));
    }
    return expr_and(x, is, expr_not(x, k.known));
}

static void add_error(struct watch *w, uint32_t t, uint32_t from, struct action *a, uint32_t check)
{
    uint32_t to = code_add_location(w->p, t, LOC_ERROR, a->pos);
    w->p->codes.data[t].locations.data[to].check = check;
    a->update_count = 0;
    if (!expr_is_false(a->guard))
        code_add_edge(w->p, t, from, to, a);
}

/* The errors of an edge outside of atomic sections: it goes there in place of making the access. */
static void add_errors(struct watch *w, uint32_t t, uint32_t from, const struct action *a)
{
    for (uint32_t i = 0; i < a->access_count; i++)
        vector_each(const struct partner *, d, &w->partners[a->accesses[i].id]) {
            struct action error = *a;
            error.guard = expr_and(w->p->exprs, a->guard, unknown(w, t, a, i, d->access));
            error.accesses = &a->accesses[i];
            error.access_count = 1;
            add_error(w, t, from, &error, d->check);
        }
}

/* In an atomic section: the check is remembered. True if there is one. */
static bool remember_errors(struct watch *w, uint32_t t, const struct action *a, struct action *followed)
{
    struct exprs *x = w->p->exprs;
    update_vector more = {0};
    expr old = expr_cell(x, 32, w->of[t].met), met = old;
    for (uint32_t i = 0; i < a->access_count; i++)
        vector_each(const struct partner *, d, &w->partners[a->accesses[i].id])
            met = expr_ite(x, unknown(w, t, a, i, d->access), expr_const(x, 32, d->check + 1), met);
    if (met != old)
        set(&more, w->of[t].met, NULL, met);
    append_updates(w, followed, &more);
    vector_free(&more);
    return met != old;
}

/* Whatever was remembered fails where the section has been left. */
static void add_errors_behind(struct watch *w, uint32_t t, uint32_t at, const struct bitset *remembered)
{
    struct exprs *x = w->p->exprs;
    bitset_each(check, remembered) {
        struct action error = action_skip(w->p);
        error.pos = w->p->codes.data[t].locations.data[at].pos;
        error.guard = expr_eq(x, expr_cell(x, 32, w->of[t].met), expr_const(x, 32, check + 1));
        add_error(w, t, at, &error, check);
    }
}

/* --- the whole program --- */

static void find_partners(struct watch *w)
{
    vector_each(const struct check *, c, &w->p->checks) {
        if (c->kind != CHECK_PAIR)
            continue;
        vector_push(&w->partners[c->access_b], ((struct partner){c->access_a, c->id}));
        if (c->access_a != c->access_b)
            vector_push(&w->partners[c->access_a], ((struct partner){c->access_b, c->id}));
    }
}

static void remember_checks(const struct watch *w, const struct action *a, struct bitset *out)
{
    for (uint32_t i = 0; i < a->access_count; i++)
        vector_each(const struct partner *, d, &w->partners[a->accesses[i].id])
            bitset_add(out, d->check);
}

static void watch_code(struct watch *w, uint32_t t)
{
    uint32_t n = w->p->codes.data[t].edges.size;
    struct bitset remembered = {0}, left = {0};
    for (uint32_t k = 0; k < n; k++) {
        struct edge e = w->p->codes.data[t].edges.data[k];
        const struct location *locations = w->p->codes.data[t].locations.data;
        bool inside = locations[e.from].flags & LOC_ATOMIC;
        if (inside && !(locations[e.to].flags & LOC_ATOMIC) && e.to != w->p->codes.data[t].exit)
            bitset_add(&left, e.to);
        struct action followed = follow(w, t, &e.action, NULL);
        if (inside && remember_errors(w, t, &e.action, &followed))
            remember_checks(w, &e.action, &remembered);
        w->p->codes.data[t].edges.data[k].action = followed;
        for (uint32_t i = 0; i < e.action.access_count; i++)
            if (w->partners[e.action.accesses[i].id].size) {
                struct action picks = follow(w, t, &e.action, &e.action.accesses[i]);
                code_add_edge(w->p, t, e.from, e.to, &picks);
            }
        if (!inside)
            add_errors(w, t, e.from, &e.action);
    }
    bitset_each(l, &left)
        if (!(w->p->codes.data[t].locations.data[l].flags & (LOC_ERROR | LOC_UNSUPPORTED)))
            add_errors_behind(w, t, l, &remembered);
    bitset_free(&remembered);
    bitset_free(&left);
}

void watch_races(struct program *p)
{
    assert(p->codes.size == p->template_count);
    struct watch w = {.p = p};
    w.of = ARENA_ARRAY(&p->arena, struct thread_cells, p->template_count);
    w.partners = NEW_ARRAY(partner_vector, p->access_count + 1);
    make_cells(&w);
    find_partners(&w);
    for (uint32_t t = 0; t < p->template_count; t++)
        watch_code(&w, t);
    for (uint32_t i = 0; i < p->access_count; i++)
        vector_free(&w.partners[i]);
    mem_free(w.partners);
    vector_each(struct code *, c, &p->codes)
        code_index(c);
    vector_each(struct check *, c, &p->checks)
        if (c->kind == CHECK_PAIR)
            c->kind = CHECK_ERROR;
}
