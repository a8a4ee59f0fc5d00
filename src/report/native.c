/* A violation in the form that heddle replay executes on real threads: one entry for each access to shared memory and each call
 * of a synchronisation function, in order, with thread and source position; and the inputs of each thread. For races, deadlocks and
 * misused locks also where threads are when the schedule has ended.
 *
 * Threads are numbered in the order in which they are created; main is 0. Values are strings: 64 bits do not
 * fit into the numbers of JSON. */
#include "base/map.h"
#include "program/machine_parts.h"
#include "program/print.h"
#include "report/ending.h"
#include "base/json_words.h"
#include "report/reports.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <stdio.h>

enum creation { NOT_YET, CREATED, OVER };

struct native {
    const struct program *program;
    struct machine *machine;
    struct map number; /* (code, instance) to thread */
    uint32_t threads;
    struct map written;  /* slots of memory, by slot_key */
    struct map last;     /* thread to the position of its last step */
    struct map section;  /* thread to the number of the atomic section it is in */
    struct map entered;  /* thread to whether it has an entry of the call or expression that it is in */
    struct map locked;   /* thread to the section in which that call has locked, unlocked or waited, or 0 */
    struct map creation; /* thread to an enum creation, of the call that it is in */
    uint64_t sections;
    cJSON *entries, *inputs, *ends;
};

static uint64_t thread_key(uint32_t code, uint32_t instance) { return (uint64_t)code << 32 | instance; }

static uint32_t thread_number(struct native *n, uint32_t code, uint32_t instance)
{
    uint64_t t;
    if (!map_get(&n->number, thread_key(code, instance), &t)) {
        t = n->threads++;
        map_put(&n->number, thread_key(code, instance), t);
    }
    return (uint32_t)t;
}

/* The thread that the step creates, or NONE. */
static uint32_t created(struct native *n, const struct trace_step *s, const struct action *a)
{
    for (uint32_t i = 0; i < a->update_count; i++) {
        const struct cell *c = &n->program->cells.data[a->updates[i].cell];
        if (c->role != CELL_STARTED)
            continue;
        uint64_t instance = a->updates[i].index ? machine_eval(n->machine, s->code, s->instance, a->updates[i].index, s) : 0;
        return thread_number(n, c->subject, (uint32_t)instance);
    }
    return NONE;
}

static void place(cJSON *o, uint32_t thread, struct position pos)
{
    cJSON_AddNumberToObject(o, "thread", thread);
    cJSON_AddNumberToObject(o, "line", pos.line);
    cJSON_AddNumberToObject(o, "column", pos.column);
    if (pos.part)
        cJSON_AddNumberToObject(o, "part", pos.part);
}

static void add_value(cJSON *o, uint64_t value)
{
    char words[32];
    snprintf(words, sizeof words, "%" PRIu64, value);
    cJSON_AddStringToObject(o, "value", words);
}

/* --- memory that nobody has written yet --- */

static uint64_t slot_key(struct native *n, const struct trace_step *s, uint32_t cell, expr index)
{
    const struct cell *c = &n->program->cells.data[cell];
    uint64_t slot = index ? cell_slot(c, machine_eval(n->machine, s->code, s->instance, index, s), machine_counts(n->machine)) : 0;
    uint64_t whose = cell_is_shared(c) ? 0 : 1 + thread_number(n, s->code, s->instance);
    return whose << 56 ^ (uint64_t)cell << 36 ^ slot;
}

struct reading {
    struct native *native;
    const struct trace_step *step;
    const struct action *action;
    bool arbitrary;
};

static bool is_memory(const struct native *n, const struct action *a, uint32_t cell)
{
    return cell_is_shared(&n->program->cells.data[cell]) || (a->kind == ACT_LOCAL && a->object == cell);
}

static void look_at_read(void *context, expr e)
{
    struct reading *r = context;
    if (e->op != E_CELL && e->op != E_READ)
        return;
    uint32_t cell = (uint32_t)e->value;
    uint64_t known;
    if (r->native->program->cells.data[cell].arbitrary && is_memory(r->native, r->action, cell) &&
        !map_get(&r->native->written, slot_key(r->native, r->step, cell, e->op == E_READ ? e->arg[0] : NULL), &known))
        r->arbitrary = true;
}

static void note_writes(struct native *n, const struct trace_step *s, const struct action *a)
{
    for (uint32_t i = 0; i < a->update_count; i++)
        if (is_memory(n, a, a->updates[i].cell))
            map_put(&n->written, slot_key(n, s, a->updates[i].cell, a->updates[i].index), 1);
}

/* What a load finds where nobody has written: the program on the machine finds something else unless it is put there. */
static void add_found(struct native *n, cJSON *o, const struct trace_step *s, const struct action *a)
{
    struct reading r = {n, s, a, false};
    if (a->update_count != 1 || is_memory(n, a, a->updates[0].cell))
        return;
    expr_visit(a->updates[0].value, look_at_read, &r);
    if (r.arbitrary)
        add_value(o, machine_eval(n->machine, s->code, s->instance, a->updates[0].value, s));
}

/* --- steps --- */

struct input_list {
    struct native *native;
    uint32_t thread;
    const struct trace_step *step;
    struct position pos;
};

static void add_input(void *context, expr e)
{
    struct input_list *l = context;
    if (e->op != E_INPUT)
        return;
    uint64_t value = 0;
    for (uint32_t i = 0; i < l->step->input_count; i++)
        if (l->step->inputs[i].site == e->value)
            value = l->step->inputs[i].value;
    cJSON *o = cJSON_CreateObject();
    place(o, l->thread, l->pos);
    add_value(o, value);
    cJSON_AddItemToArray(l->native->inputs, o);
}

static void add_inputs(struct native *n, uint32_t thread, const struct trace_step *s, const struct action *a)
{
    struct input_list l = {n, thread, s, a->pos};
    for (uint32_t i = 0; i < a->update_count; i++)
        expr_visit(a->updates[i].value, add_input, &l);
}

/* Whether the step is only about what heddle knows of an object: before the access that C makes, or where a variable begins or ends. What free
 * does is an atomic step. */
static bool is_bookkeeping(const struct native *n, const struct action *a)
{
    bool only = a->access_count > 0 && (a->kind == ACT_LOAD || a->kind == ACT_STORE);
    for (uint32_t i = 0; i < a->access_count; i++)
        only &= cell_is_bookkeeping(&n->program->cells.data[a->accesses[i].cell]);
    return only;
}

/* Whether a gate belongs to the step: an access to memory, or a call that has an effect. What happens before the program begins
 * (the arguments of main) has a line but no column. */
static bool has_gate(const struct native *n, const struct action *a, bool creates)
{
    if (is_bookkeeping(n, a))
        return false;
    if (!a->pos.line || !a->pos.column || a->kind == ACT_START || a->kind == ACT_EXIT || a->kind == ACT_HALT)
        return false;
    if (a->access_count || creates || (a->kind == ACT_LOCAL && a->object != NONE))
        return true;
    return a->kind > ACT_LOCAL && a->kind != ACT_ASSUME && a->kind != ACT_CALL;
}

/* The thread comes to a position; an entry for another one is not of the same call or expression as those that follow. */
static void come_to(struct native *n, uint32_t thread, struct position pos)
{
    uint64_t here = (uint64_t)pos.line << 32 | pos.column << 8 | (pos.part < 255 ? pos.part : 255), before = 0;
    map_get(&n->last, thread, &before);
    map_put(&n->last, thread, here);
    if (here >> 8 != before >> 8 || ((here & 255) && (before & 255) && here != before)) {
        map_put(&n->entered, thread, false);
        map_put(&n->locked, thread, 0);
        map_put(&n->creation, thread, NOT_YET);
    }
}

/* The number of the atomic section that the thread is in; outside of any, every step has one of its own. */
static uint64_t section_of(struct native *n, uint32_t thread, const struct location *from)
{
    uint64_t section = 0;
    if (!(from->flags & LOC_ATOMIC) || !map_get(&n->section, thread, &section))
        map_put(&n->section, thread, section = ++n->sections);
    return section;
}

/* A call that creates a thread may write its id before and after. In a loop that was unrolled, the next one follows at once. */
static bool creation_goes_on(struct native *n, uint32_t thread, bool creates)
{
    uint64_t stage = NOT_YET;
    map_get(&n->creation, thread, &stage);
    map_put(&n->creation, thread, creates ? CREATED : stage == CREATED ? OVER : NOT_YET);
    return creates ? stage == NOT_YET : stage != OVER;
}

/* One line can lock twice, but not in one section; and what waits on a condition variable locks in another turn. */
static bool locking_goes_on(struct native *n, uint32_t thread, uint64_t section, const struct action *a)
{
    uint64_t before = 0;
    if (a->kind != ACT_LOCK && a->kind != ACT_UNLOCK && a->kind != ACT_WAIT)
        return true;
    map_get(&n->locked, thread, &before);
    map_put(&n->locked, thread, section);
    return !before || before == section;
}

/* Whether the thread's entry before was of the same call or expression. */
static bool goes_on(struct native *n, uint32_t thread, uint64_t section, const struct action *a, bool creates)
{
    uint64_t entered = false;
    map_get(&n->entered, thread, &entered);
    map_put(&n->entered, thread, true);
    bool same_creation = creation_goes_on(n, thread, creates), same_locking = locking_goes_on(n, thread, section, a);
    return entered && same_creation && same_locking && a->kind != ACT_JOIN;
}

static void add_step(struct native *n, const struct trace_step *s)
{
    uint32_t thread = thread_number(n, s->code, s->instance);
    if (s->edge == NONE)
        return;
    const struct code *code = &n->program->codes.data[s->in_code];
    const struct action *a = &code->edges.data[s->edge].action;
    uint64_t section = section_of(n, thread, &code->locations.data[code->edges.data[s->edge].from]);
    come_to(n, thread, a->pos);
    uint32_t creates = created(n, s, a);
    add_inputs(n, thread, s, a);
    if (a->kind == ACT_EXIT)
        cJSON_AddItemToArray(n->ends, cJSON_CreateNumber(thread));
    if (has_gate(n, a, creates != NONE)) {
        bool own = a->kind == ACT_LOCAL && !a->access_count && creates == NONE;
        bool stores = own && a->update_count && a->updates[0].cell == a->object;
        cJSON *o = cJSON_CreateObject();
        place(o, thread, a->pos);
        bool known = own && a->update_count; /* otherwise nobody wants to know what is stored or loaded */
        cJSON_AddStringToObject(o, "kind", known ? (stores ? "store" : "load") : action_kind_name((enum action_kind)a->kind));
        if (own)
            cJSON_AddBoolToObject(o, "own", true); /* nobody else sees it */
        if (creates != NONE)
            cJSON_AddNumberToObject(o, "creates", creates);
        if (goes_on(n, thread, section, a, creates != NONE))
            cJSON_AddBoolToObject(o, "more", true); /* of the same call or expression */
        add_found(n, o, s, a);
        cJSON_AddItemToArray(n->entries, o);
    }
    note_writes(n, s, a);
}

/* Whether what fails is a step of the program that is still to be made: a call, an access or a computation. */
static bool fails_at_a_step(const struct property_row *p)
{
    return p->in_library || p->needs & (NEEDS_LIFETIMES | NEEDS_ARITHMETIC);
}

/* Where threads are when the schedule has ended: about to race, blocked, about to misuse a lock, or to access what is not there. */
static void add_awaited(struct native *n, cJSON *out, const struct trace *t)
{
    ending_vector endings = {0};
    struct arena words = ARENA_EMPTY;
    endings_find(&endings, n->program, t, &words);
    if (fails_at_a_step(&property_rows[n->program->checks.data[t->check].property]) && t->steps.size &&
        vector_last(&t->steps).edge != NONE) {
        const struct trace_step *s = &vector_last(&t->steps);
        struct position pos = n->program->codes.data[s->in_code].edges.data[s->edge].action.pos;
        vector_push(&endings, (struct ending){.code = s->code, .instance = s->instance, .pos = pos, .kind = 'c'});
    }
    vector_each(const struct ending *, e, &endings) {
        if (e->past)
            continue;
        cJSON *o = cJSON_CreateObject();
        place(o, thread_number(n, e->code, e->instance), e->pos);
        cJSON_AddStringToObject(o, "kind", e->kind == 'r' ? "load" : e->kind == 'w' ? "store" : "call");
        cJSON_AddItemToArray(out, o);
    }
    vector_free(&endings);
    arena_release(&words);
}

/* The violation with the shortest schedule. */
static const struct report_check *violated(const struct report *r)
{
    const struct report_check *best = NULL;
    vector_each(const struct report_check *, c, &r->checks)
        if (c->answer == REPORT_VIOLATED && !c->execution && (!best || c->trace->steps.size < best->trace->steps.size))
            best = c;
    return best;
}

static void add_strings(cJSON *o, const char *name, const char *const *strings, uint32_t count, struct arena *words)
{
    cJSON *list = cJSON_AddArrayToObject(o, name);
    for (uint32_t i = 0; i < count; i++)
        cJSON_AddItemToArray(list, json_string(strings[i], words));
}

bool report_native(struct text *out, const struct report *r)
{
    const struct report_check *c = violated(r);
    if (!c)
        return false;
    struct native n = {.program = r->program, .machine = machine_new(r->program, c->trace->unbounded)};
    struct arena words = ARENA_EMPTY;
    cJSON *o = cJSON_CreateObject();
    add_strings(o, "files", r->files, r->file_count, &words);
    add_strings(o, "arguments", r->flags.all, r->flags.all_count, &words);
    add_strings(o, "file_arguments", r->flags.of_files, r->flags.of_files_count, &words);
    cJSON_AddNumberToObject(o, "machine", r->machine);
    cJSON_AddStringToObject(o, "property", property_name(c->check->property));
    json_add_string(o, "check", c->check->text, &words);
    cJSON_AddNumberToObject(o, "line", c->check->pos.line);
    n.entries = cJSON_AddArrayToObject(o, "schedule");
    n.inputs = cJSON_AddArrayToObject(o, "inputs");
    n.ends = cJSON_AddArrayToObject(o, "ends");
    thread_number(&n, 0, 0);
    vector_each(const struct trace_initial *, i, &c->trace->initials)
        machine_set_initial(n.machine, i);
    vector_each(const struct trace_step *, s, &c->trace->steps) {
        bool last = s + 1 == c->trace->steps.data + c->trace->steps.size;
        if (!(last && check_is_watched(c->check))) /* that one is awaited */
            add_step(&n, s);
        machine_step(n.machine, s);
    }
    add_awaited(&n, cJSON_AddArrayToObject(o, "awaited"), c->trace);
    cJSON_AddNumberToObject(o, "threads", n.threads);
    if (c->trace->steps.size)
        cJSON_AddNumberToObject(o, "failing",
                                thread_number(&n, vector_last(&c->trace->steps).code, vector_last(&c->trace->steps).instance));
    json_print(out, o, true);
    arena_release(&words);
    machine_free(n.machine);
    map_free(&n.number);
    map_free(&n.last);
    map_free(&n.section);
    map_free(&n.entered);
    map_free(&n.locked);
    map_free(&n.creation);
    map_free(&n.written);
    return true;
}
