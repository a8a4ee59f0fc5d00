/* One access, the event, is followed through the trace: which threads come after it. (Vector clocks do that for all events at once; a race
 * has one.) Of each instance only the last access that matters is tried as the event: if that one happens before, so do the earlier ones. */
#include "program/ordered.h"

#include "base/bitset.h"
#include "base/map.h"
#include "program/machine_parts.h"

#include <assert.h>

struct happening { /* one execution of an access */
    uint32_t step;
    uint32_t thread;
    const struct access *access;
    uint64_t slot;
};

struct follower {
    const struct program *p;
    const struct trace *t;
    struct machine *m;
    uint32_t *first_thread; /* by template */
    uint32_t threads;
    bool beyond_doubt;
    bool strong; /* every atomic access synchronises */
    /* what is known of the event: */
    bool *known, *released, *pending; /* by thread */
    struct map views;                 /* cell and slot: whether an acquire that reads the value comes after it */
    struct map heads;                 /* cell and slot: the thread that stored there last, plus 1 */
    struct map
        own; /* cell and slot (and thread, if beyond_doubt): whether the release sequence of that thread's own comes after it */
};

static uint32_t thread_of(const struct follower *f, const struct trace_step *s) { return f->first_thread[s->code] + s->instance; }

static uint64_t place_key(uint32_t cell, uint64_t slot) { return hash_pair(cell + UINT64_C(1), slot); }

static uint64_t slot_of(const struct follower *f, const struct trace_step *s, const struct access *x)
{
    if (!x->index)
        return 0;
    uint64_t index = machine_eval(f->m, s->code, s->instance, x->index, s);
    return cell_slot(&f->p->cells.data[x->cell], index, machine_counts(f->m));
}

static bool view(const struct follower *f, uint64_t key)
{
    uint64_t value = 0;
    return map_get(&f->views, key, &value) && value;
}

static bool synchronises(const struct follower *f, const struct access *x)
{
    uint8_t role = f->p->cells.data[x->cell].role;
    return role == CELL_DATA || role == CELL_SYNC || role == CELL_STARTED || role == CELL_DONE;
}

static bool reads_too(const struct action *a, uint32_t cell)
{
    for (uint32_t i = 0; i < a->access_count; i++)
        if (a->accesses[i].cell == cell && !a->accesses[i].write)
            return true;
    return false;
}

static void follow_write(struct follower *f, uint32_t thread, const struct action *a, const struct access *x, uint64_t key)
{
    uint64_t own_key = f->beyond_doubt ? hash_pair(key, thread + UINT64_C(1)) : key, own = 0, head = 0;
    bool releases = order_releases(x->order) || (f->strong && x->order);
    bool value = x->order && (releases ? f->known[thread] : f->released[thread]);
    bool continues = x->order && reads_too(a, x->cell);
    map_get(&f->own, own_key, &own);
    map_get(&f->heads, key, &head);
    own = x->order && own && (f->beyond_doubt || head == thread + 1);
    if (!continues)
        map_put(&f->heads, key, thread + UINT64_C(1));
    if (!continues || f->beyond_doubt || head == thread + 1)
        map_put(&f->own, own_key, value || own);
    map_put(&f->views, key, value || (continues ? view(f, key) : own));
}

/* What the step does, before it is taken. */
static void follow_step(struct follower *f, const struct trace_step *s, const struct action *a)
{
    uint32_t thread = thread_of(f, s);
    for (uint32_t i = 0; i < a->access_count; i++) {
        const struct access *x = &a->accesses[i];
        if (!synchronises(f, x))
            continue;
        uint64_t key = place_key(x->cell, slot_of(f, s, x));
        if (x->write)
            follow_write(f, thread, a, x, key);
        else if (order_acquires(x->order) || (f->strong && x->order))
            f->known[thread] |= view(f, key);
        else if (x->order)
            f->pending[thread] |= view(f, key);
    }
    if (order_acquires(a->fence))
        f->known[thread] |= f->pending[thread];
    if (order_releases(a->fence))
        f->released[thread] = f->known[thread];
}

static void begin(struct follower *f)
{
    machine_reset(f->m);
    vector_each(const struct trace_initial *, i, &f->t->initials)
        machine_set_initial(f->m, i);
    map_free(&f->views);
    map_free(&f->own);
    map_free(&f->heads);
    memset(f->known, 0, f->threads * sizeof *f->known);
    memset(f->released, 0, f->threads * sizeof *f->released);
    memset(f->pending, 0, f->threads * sizeof *f->pending);
}

static const struct action *action_of(const struct follower *f, uint32_t step)
{
    const struct trace_step *s = &f->t->steps.data[step];
    return s->edge == NONE ? NULL : &f->p->codes.data[s->in_code].edges.data[s->edge].action;
}

/* Whether event happens before the access of second. */
static bool happens_before(struct follower *f, const struct happening *event, const struct happening *second)
{
    begin(f);
    for (uint32_t i = 0; i <= second->step; i++) {
        const struct action *a = action_of(f, i);
        if (i == event->step)
            f->known[event->thread] = true;
        if (a && i >= event->step && (i < second->step || f->beyond_doubt))
            follow_step(f, &f->t->steps.data[i], a);
        machine_step(f->m, &f->t->steps.data[i]);
    }
    return f->known[second->thread];
}

/* --- why not --- */

/* A read by which the thread would come after the event if everything synchronised, but does not by the two orders. */
static bool is_cause(const struct follower *f, const struct trace_step *s, const struct access *read, const struct access *write,
                     uint64_t key)
{
    return !f->known[thread_of(f, s)] && view(f, key) && !(order_acquires(read->order) && order_releases(write->order));
}

/* Follows the event as if everything synchronised: the first such read by the second thread, or else by any thread. */
static void find_cause(struct follower *f, const struct happening *event, const struct happening *second, struct race_found *out)
{
    struct map writers = {0};
    bool by_second = false;
    f->strong = true;
    begin(f);
    for (uint32_t i = 0; i <= second->step && !by_second; i++) {
        const struct action *a = action_of(f, i);
        const struct trace_step *s = &f->t->steps.data[i];
        if (i == event->step)
            f->known[event->thread] = true;
        for (uint32_t k = 0; a && k < a->access_count && i >= event->step; k++) {
            const struct access *x = &a->accesses[k];
            uint64_t key = synchronises(f, x) ? place_key(x->cell, slot_of(f, s, x)) : 0, writer;
            if (!x->write && key && map_get(&writers, key, &writer) &&
                is_cause(f, s, x, (const struct access *)(uintptr_t)writer, key)) {
                by_second = thread_of(f, s) == second->thread;
                if (by_second || !out->read) {
                    out->read = x;
                    out->write = (const struct access *)(uintptr_t)writer;
                }
            } else if (x->write && key)
                map_put(&writers, key, (uint64_t)(uintptr_t)x);
        }
        if (a && i >= event->step)
            follow_step(f, s, a);
        machine_step(f->m, s);
    }
    f->strong = false;
    map_free(&writers);
}

/* --- the two accesses --- */

typedef VECTOR(struct happening) happening_vector;

/* The last executions of the check's accesses, by thread and access. */
static void find_happenings(struct follower *f, const struct check *c, happening_vector *out)
{
    begin(f);
    for (uint32_t i = 0; i < f->t->steps.size; i++) {
        const struct trace_step *s = &f->t->steps.data[i];
        const struct action *a = action_of(f, i);
        for (uint32_t k = 0; a && k < a->access_count; k++) {
            const struct access *x = &a->accesses[k];
            if (x->id == c->access_a || x->id == c->access_b)
                vector_push(out, ((struct happening){i, thread_of(f, s), x, slot_of(f, s, x)}));
        }
        machine_step(f->m, s);
    }
}

static bool search(struct follower *f, const struct check *c, struct race_found *out)
{
    happening_vector all = {0};
    const struct happening *second = NULL;
    bool found = false;
    find_happenings(f, c, &all);
    uint32_t last = f->t->steps.size ? thread_of(f, &vector_last(&f->t->steps)) : NONE;
    for (uint32_t i = all.size; i-- > 0 && !second;)
        if (all.data[i].thread == last)
            second = &all.data[i];
    struct bitset tried = {0};
    for (uint32_t i = second ? (uint32_t)(second - all.data) : 0; i-- > 0 && !found;) {
        const struct happening *first = &all.data[i];
        bool pair = first->access->id == (second->access->id == c->access_a ? c->access_b : c->access_a);
        if (first->thread == last || first->slot != second->slot || !pair || bitset_has(&tried, first->thread))
            continue;
        bitset_add(&tried, first->thread);
        found = !happens_before(f, first, second);
        if (found && out) {
            *out = (struct race_found){first->step, second->step, first->access, second->access, NULL, NULL};
            find_cause(f, first, second, out);
        }
    }
    bitset_free(&tried);
    vector_free(&all);
    return found;
}

bool trace_finds_race(const struct program *p, const struct trace *t, bool beyond_doubt, struct race_found *out)
{
    assert(t->check < p->checks.size);
    struct follower f = {.p = p, .t = t, .m = machine_new(p, t->unbounded), .beyond_doubt = beyond_doubt};
    f.first_thread = NEW_ARRAY(uint32_t, p->template_count + 1);
    for (uint32_t c = 0; c < p->template_count; c++) {
        f.first_thread[c] = f.threads;
        f.threads += machine_instances(f.m, c);
    }
    f.known = NEW_ARRAY(bool, f.threads);
    f.released = NEW_ARRAY(bool, f.threads);
    f.pending = NEW_ARRAY(bool, f.threads);
    bool found = search(&f, &p->checks.data[t->check], out);
    map_free(&f.views);
    map_free(&f.own);
    map_free(&f.heads);
    mem_free(f.known);
    mem_free(f.released);
    mem_free(f.pending);
    mem_free(f.first_thread);
    machine_free(f.m);
    return found;
}
