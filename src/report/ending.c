#include "report/ending.h"

#include "program/machine.h"
#include "report/inner.h"
#include "report/pointers.h"
#include "report/schedule.h"
#include "report/unordered.h"

#include <assert.h>

struct view {
    const struct program *program;
    const struct trace *trace;
    struct machine *machine; /* at the end of the trace */
    struct arena *words;
};

/* --- race --- */

static void note_input(void *found, expr node) { *(bool *)found |= node->op == E_INPUT; }

/* An arbitrary value may decide where it is; then it is just called by the name of the whole. */
static const char *access_words(const struct view *v, const struct ending *e, const struct access *x)
{
    struct text t = {0};
    const struct cell *c = &v->program->cells.data[x->cell];
    bool arbitrary = false;
    if (x->index)
        expr_visit(x->index, note_input, &arbitrary);
    text_printf(&t, "is about to %s ", x->write ? "write" : "read");
    if (arbitrary)
        text_append(&t, c->name);
    else
        cell_print(&t, v->program, v->trace->unbounded, c,
                   x->index ? machine_eval(v->machine, e->code, e->instance, x->index, NULL) : 0);
    const char *s = arena_strdup(v->words, text_string(&t));
    text_free(&t);
    return s;
}

/* What a thread at this location would do next; false if that has nothing to do with the check. */
static bool next_of(struct ending *e, const struct view *v, const struct code *at, uint32_t l)
{
    const struct check *c = &v->program->checks.data[v->trace->check];
    for (uint32_t i = out_begin(at, l); i < out_end(at, l); i++) {
        const struct action *a = &out_edge(at, i)->action;
        for (uint32_t k = 0; k < a->access_count; k++) {
            const struct access *x = &a->accesses[k];
            if (x->id != c->access_a && x->id != c->access_b)
                continue;
            e->pos = x->pos.line ? x->pos : a->pos;
            e->kind = a->kind == ACT_LOAD ? 'r' : a->kind == ACT_STORE ? 'w' : 'c';
            e->words = access_words(v, e, x);
            return true;
        }
    }
    return false;
}

/* The locks that the thread has at the end of the schedule, with commas between; "" if it has none. */
static const char *held_by(const struct schedule *s, const char *thread, struct arena *words)
{
    VECTOR(const struct effect *) held = {0};
    const char *result = "";
    vector_each(const struct schedule_line *, line, &s->lines)
        vector_each(const struct effect *, e, &line->effects) {
            bool takes = e->kind == EFFECT_EVENT && !strcmp(e->verb, "locks");
            if (e->kind != EFFECT_EVENT || !e->object || strcmp(line->thread, thread))
                continue;
            if (takes)
                vector_push(&held, e);
            for (uint32_t i = takes ? 0 : held.size; i-- > 0;)
                if (!strcmp(held.data[i]->object, e->object)) {
                    held.data[i] = vector_last(&held);
                    held.size--;
                    break;
                }
        }
    for (uint32_t i = 0; i < held.size; i++)
        result = arena_printf(words, "%s%s%s", result, i ? ", " : "", held.data[i]->name + strlen("locks "));
    vector_free(&held);
    return result;
}

static bool uses_locks(const struct schedule *s)
{
    vector_each(const struct schedule_line *, line, &s->lines)
        vector_each(const struct effect *, e, &line->effects)
            if (e->kind == EFFECT_EVENT && !strcmp(e->verb, "locks"))
                return true;
    return false;
}

/* Of what is about to race: what each of the threads holds, if the program has to do with locks on its way there at all. */
static void say_what_they_hold(const struct view *v, ending_vector *out, uint32_t from)
{
    enum { MOST = 1 << 16 }; /* steps: more would take its time */
    struct schedule s;
    if (v->trace->steps.size > MOST || from == out->size)
        return;
    schedule_make(&s, v->program, v->trace, false, 0);
    for (uint32_t i = from; i < out->size && uses_locks(&s); i++) {
        struct ending *e = &out->data[i];
        const char *held = held_by(&s, e->thread, v->words);
        e->words = arena_printf(v->words, "%s, holding %s", e->words, *held ? held : "no lock");
    }
    schedule_free(&s);
}

/* --- deadlock --- */

/* What a thread waits for: the cell of the first lock that the step, or the section that it begins, would take; else the first
 * memory that it reads. */
struct wanted {
    uint32_t cell; /* or NONE */
    bool lock;
    expr index; /* NULL: none */
};

static void want(struct wanted *out, const struct program *p, const struct action *a)
{
    if (a->kind == ACT_LOCK && a->object != NONE && !out->lock)
        *out = (struct wanted){a->object, true, NULL};
    for (uint32_t k = 0; k < a->access_count; k++) {
        const struct access *x = &a->accesses[k];
        if (out->cell == NONE && cell_is_shared(&p->cells.data[x->cell]))
            out->cell = x->cell;
        if (out->cell == x->cell && !out->index)
            out->index = x->index;
    }
}

static struct wanted find_wanted(const struct program *p, const struct code *at, uint32_t from)
{
    struct wanted result = {.cell = NONE};
    struct bitset seen = {0};
    u32_vector todo = {0};
    vector_push(&todo, from);
    while (todo.size) {
        uint32_t l = vector_pop(&todo);
        for (uint32_t i = out_begin(at, l); i < out_end(at, l); i++) {
            const struct edge *e = out_edge(at, i);
            want(&result, p, &e->action);
            if (at->locations.data[e->to].flags & LOC_ATOMIC && !bitset_has(&seen, e->to)) {
                bitset_add(&seen, e->to);
                vector_push(&todo, e->to);
            }
        }
    }
    bitset_free(&seen);
    vector_free(&todo);
    return result;
}

/* The object that the cell is a part of, as C would write it. */
static const char *object_name(const struct view *v, uint32_t cell, uint64_t index)
{
    struct text t = {0};
    cell_print(&t, v->program, v->trace->unbounded, &v->program->cells.data[cell], index);
    const char *name = arena_strndup(v->words, text_string(&t), named_part(text_string(&t)));
    text_free(&t);
    return name;
}

static const char *thread_with_id(const struct view *v, uint64_t id)
{
    for (uint32_t t = 0; t < v->program->template_count; t++) {
        const struct code *c = &v->program->codes.data[t];
        uint32_t n = c->instances == UNBOUNDED ? v->trace->unbounded : c->instances;
        if (id >= c->first_id && id - c->first_id < n)
            return thread_name(v->program, v->trace->unbounded, t, (uint32_t)(id - c->first_id), v->words);
    }
    return NULL;
}

static const char *waits_for(const struct view *v, const struct ending *e, const struct wanted *w)
{
    uint64_t index = w->index ? machine_eval(v->machine, e->code, e->instance, w->index, NULL) : 0;
    const char *name = object_name(v, w->cell, index);
    bool owned = w->lock && v->program->cells.data[w->cell].role == CELL_SYNC;
    const char *owner = owned ? thread_with_id(v, machine_read(v->machine, NONE, 0, w->cell, index)) : NULL;
    if (!owner)
        return arena_printf(v->words, "is blocked here: waits for %s", name);
    if (!strcmp(owner, e->thread))
        return arena_printf(v->words, "is blocked here: waits for %s, which it holds itself", name);
    return arena_printf(v->words, "is blocked here: waits for %s, which %s holds", name, owner);
}

static const char *joined_by(const struct view *v, const struct ending *e)
{
    for (uint32_t t = 0; t < v->program->template_count; t++) {
        const struct code *c = &v->program->codes.data[t];
        for (uint32_t n = 0; n < (c->instances == UNBOUNDED ? v->trace->unbounded : c->instances); n++)
            if (machine_joins(v->machine, e->code, e->instance, t, n))
                return thread_name(v->program, v->trace->unbounded, t, n, v->words);
    }
    return NULL;
}

static void say_what_it_waits_for(const struct view *v, struct ending *e, const struct code *at, uint32_t l)
{
    const char *joined = joined_by(v, e);
    struct wanted w = find_wanted(v->program, at, l);
    e->pos = out_edge(at, out_begin(at, l))->action.pos;
    e->kind = 'c';
    if (joined)
        e->words = arena_printf(v->words, "is blocked here: waits for the end of %s", joined);
    else
        e->words = w.cell != NONE ? waits_for(v, e, &w) : "is blocked here";
    e->lock = !joined && w.lock;
}

/* --- both --- */

void endings_find(ending_vector *out, const struct program *p, const struct trace *t, struct arena *words)
{
    assert(t->check < p->checks.size);
    const struct check *check = &p->checks.data[t->check];
    bool deadlock = check->kind == CHECK_STUCK;
    struct bitset stuck = {0};
    uint32_t number = 0, from = out->size;
    if (check_is_condition(check))
        return;
    if (check_is_watched(check)) {
        unordered_find(out, p, t, words);
        return;
    }
    struct view v = {p, t, machine_new(p, t->unbounded), words};
    vector_each(const struct trace_initial *, i, &t->initials)
        machine_set_initial(v.machine, i);
    vector_each(const struct trace_step *, s, &t->steps)
        machine_step(v.machine, s);
    if (deadlock)
        machine_deadlocked(v.machine, &stuck);
    for (uint32_t code = 0; code < p->template_count; code++) {
        uint32_t n = p->codes.data[code].instances == UNBOUNDED ? t->unbounded : p->codes.data[code].instances;
        for (uint32_t i = 0; i < n; i++, number++) {
            const struct code *at = &p->codes.data[machine_code(v.machine, code, i)];
            uint32_t l = machine_location(v.machine, code, i);
            bool runs = l != p->codes.data[code].entry || machine_depth(v.machine, code, i) > 1 || code == 0;
            struct ending e = {.thread = thread_name(p, t->unbounded, code, i, words), .code = code, .instance = i};
            bool shown = runs && (deadlock ? bitset_has(&stuck, number) : next_of(&e, &v, at, l));
            if (shown && deadlock)
                say_what_it_waits_for(&v, &e, at, l);
            if (shown)
                vector_push(out, e);
        }
    }
    if (!deadlock)
        say_what_they_hold(&v, out, from);
    bitset_free(&stuck);
    machine_free(v.machine);
}
