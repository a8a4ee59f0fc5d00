#include "report/schedule.h"

#include "base/clock.h"
#include "report/inner.h"
#include "report/ended.h"
#include "report/own_values.h"
#include "report/pointers.h"
#include "report/touched.h"

#include <assert.h>
#include <inttypes.h>

struct maker {
    struct schedule *schedule;
    const struct program *program;
    const struct trace *trace;
    struct machine *machine;
    uint32_t *counts; /* instances by template */
    bool *inner;      /* by cell: part of a mutex or the like, of no interest to a user */
    bool everything;
    uint32_t *first_edge; /* by code: where its edges begin in: */
    uint32_t *seen_in;    /* by edge: number of the last line that it is part of, from 1 on; 0: none */
    struct own_values own;
    struct ended ended;
    const char **names;   /* by instance of all templates: made when first asked for */
    uint32_t *first_name; /* by template: where its instances begin in names */
};

const char *thread_name(const struct program *p, uint32_t unbounded, uint32_t code, uint32_t instance, struct arena *words)
{
    assert(instance != NONE);
    assert(code < p->codes.size);
    const char *name = p->codes.data[code].name;
    uint64_t before = 0, all = 0;
    for (uint32_t t = 0; t < p->template_count; t++) {
        const struct code *c = &p->codes.data[t];
        if (strcmp(c->name, name))
            continue;
        uint32_t n = c->instances == UNBOUNDED ? unbounded : c->instances;
        if (t < code)
            before += n;
        all += n;
    }
    return all > 1 ? arena_printf(words, "%s#%" PRIu64, name, before + instance + 1) : name;
}

/* --- one step --- */

static const char *kept(struct maker *k, struct text *t)
{
    const char *s = arena_strdup(&k->schedule->arena, text_string(t));
    text_free(t);
    return s;
}

static const char *value_words(struct maker *k, const struct cell *c, uint64_t value)
{
    struct text t = {0};
    value_print(&t, k->program, k->trace->unbounded, c, value);
    return kept(k, &t);
}

static const char *place_words(struct maker *k, const struct cell *c, uint64_t index)
{
    struct text t = {0};
    cell_print(&t, k->program, k->trace->unbounded, c, index);
    return kept(k, &t);
}

static uint64_t evaluate(struct maker *k, const struct trace_step *s, expr e)
{
    return e ? machine_eval(k->machine, s->code, s->instance, e, s) : 0;
}

/* What has just been read need not be said again. */
static void add(struct schedule_line *line, enum effect_kind kind, const char *name, const char *value)
{
    enum { REMEMBERED = 16 };
    for (uint32_t i = line->effects.size; kind == EFFECT_READ && i > 0 && i + REMEMBERED > line->effects.size; i--) {
        const struct effect *e = &line->effects.data[i - 1];
        if (e->kind == kind && !strcmp(e->name, name) && !strcmp(e->value, value))
            return;
    }
    vector_push(&line->effects, (struct effect){.kind = kind, .name = name, .value = value});
}

static void add_event(struct maker *k, struct schedule_line *line, const char *verb, const char *object)
{
    add(line, EFFECT_EVENT, object ? arena_printf(&k->schedule->arena, "%s %s", verb, object) : verb, NULL);
    vector_last(&line->effects).verb = verb;
    vector_last(&line->effects).object = object;
}

/* The thread that a bookkeeping cell (started, done) belongs to. */
static const char *subject(struct maker *k, const struct cell *c, uint64_t index)
{
    if (c->subject == NONE)
        return "a thread";
    uint64_t slot = cell_is_array(c) ? cell_slot(c, index, k->counts) : 0;
    return thread_name(k->program, k->trace->unbounded, c->subject, slot == NONE64 ? 0 : (uint32_t)slot, &k->schedule->arena);
}

/* The lock of a step; which one of an array is told by a later step of the same section, which changes it. */
static const char *lock_words(struct maker *k, const struct action *a)
{
    if (a->kind < ACT_LOCK || a->kind > ACT_SIGNAL || a->object >= k->program->cells.size)
        return "a mutex";
    const char *whole = k->program->cells.data[a->object].name;
    return arena_strndup(&k->schedule->arena, whole, named_part(whole));
}

static void tell_which_lock(struct maker *k, struct schedule_line *line, const struct cell *c, uint64_t index)
{
    for (uint32_t i = line->effects.size; i-- > 0;) {
        struct effect *e = &line->effects.data[i];
        if (e->kind != EFFECT_EVENT || !e->object || strlen(e->object) != named_part(c->name) ||
            strncmp(e->object, c->name, strlen(e->object)))
            continue;
        const char *whole = place_words(k, c, index);
        e->object = arena_strndup(&k->schedule->arena, whole, named_part(whole));
        e->name = arena_printf(&k->schedule->arena, "%s %s", e->verb, e->object);
        return;
    }
}

static void add_events(struct maker *k, struct schedule_line *line, const struct trace_step *s, const struct action *a)
{
    const char *object = lock_words(k, a);
    switch (a->kind) {
    case ACT_LOCK: add_event(k, line, "locks", object); break;
    case ACT_UNLOCK: add_event(k, line, "unlocks", object); break;
    case ACT_WAIT: add_event(k, line, "waits, releasing", object); break;
    case ACT_SIGNAL: add_event(k, line, "signals", NULL); break;
    case ACT_HALT: add_event(k, line, "ends the program", NULL); break;
    case ACT_EXIT: add_event(k, line, "ends", NULL); break;
    default: break;
    }
    for (uint32_t i = 0; i < a->update_count; i++) {
        const struct cell *c = &k->program->cells.data[a->updates[i].cell];
        if (c->role == CELL_STARTED && a->kind == ACT_CREATE)
            add_event(k, line, "starts", subject(k, c, evaluate(k, s, a->updates[i].index)));
    }
    for (uint32_t i = 0; i < a->access_count; i++) {
        const struct cell *c = &k->program->cells.data[a->accesses[i].cell];
        if (c->role == CELL_DONE && a->kind == ACT_JOIN)
            add_event(k, line, "joins", subject(k, c, evaluate(k, s, a->accesses[i].index)));
    }
}

static bool interesting(const struct maker *k, const struct cell *c)
{
    bool some = cell_is_array(c) && (c->role == CELL_DATA || c->role == CELL_SYNC); /* of its slots: is_hidden() */
    return k->everything || some || (c->role == CELL_DATA && !k->inner[c->id]);
}

/* Of memory that has locks in it beside other members, what belongs to the locks; and what has no name. */
static bool is_hidden(struct maker *k, const struct cell *c, uint64_t index)
{
    if (k->everything)
        return false;
    const char *place = (k->inner[c->id] || c->role == CELL_SYNC) && cell_is_array(c) ? place_words(k, c, index) : NULL;
    return (place && (!strchr(place, '.') || is_inner_place(place))) || is_padding(k->program, k->trace->unbounded, c, index);
}

static void note_input(void *found, expr node)
{
    if (node->op == E_INPUT)
        *(expr *)found = node;
}

static expr input_in(expr e)
{
    expr found = NULL;
    expr_visit(e, note_input, &found);
    return found;
}

/* Whether an exchange that may fail for no reason has done so: it would succeed with the other input. */
static bool fails_by_chance(struct maker *k, const struct trace_step *s, expr succeeds)
{
    struct trace_input other = {(uint32_t)input_in(succeeds)->value, 1};
    struct trace_step with = *s;
    with.inputs = &other;
    with.input_count = 1;
    return !evaluate(k, s, succeeds) && evaluate(k, &with, succeeds);
}

/* "k" of "k#2": a variable may live in several cells, one after the other. What has no name in the source is of no interest. */
static void add_local(struct maker *k, struct schedule_line *line, const struct cell *c, uint64_t value)
{
    if (c->name[0] == '%' || cell_is_array(c) || c->role != CELL_DATA)
        return;
    const char *name = arena_strndup(&k->schedule->arena, c->name, strcspn(c->name, "#")), *words = value_words(k, c, value);
    vector_each(struct local_value *, l, &line->locals)
        if (!strcmp(l->name, name)) {
            l->value = words;
            return;
        }
    vector_push(&line->locals, (struct local_value){name, words});
}

static const char *held_words(struct maker *k, const struct touched *t)
{
    struct text words = {0};
    touched_print(&words, t, touched_held(t));
    return kept(k, &words);
}

static const char *written_words(struct maker *k, const struct touched *t, const struct trace_step *s, const struct update *u)
{
    struct text words = {0};
    touched_print(&words, t, touched_written(t, s, u));
    return kept(k, &words);
}

static void add_reads(struct maker *k, struct schedule_line *line, const struct trace_step *s, const struct action *a)
{
    for (uint32_t i = 0, parts; i < a->access_count; i += parts) {
        const struct cell *c = &k->program->cells.data[a->accesses[i].cell];
        parts = 1;
        if (a->accesses[i].write || !cell_is_shared(c) || !interesting(k, c))
            continue;
        struct touched t = touched_by_access(k->machine, k->trace->unbounded, s, a, i);
        parts = t.parts;
        if (is_hidden(k, c, t.index))
            continue;
        const char *place = place_words(k, c, t.index);
        if (*place != '"' || k->everything) /* of a literal string the source tells enough */
            add(line, EFFECT_READ, place, held_words(k, &t));
    }
}

static void add_write(struct maker *k, struct schedule_line *line, const struct trace_step *s, const struct action *a,
                      const struct update *u, const struct touched *t)
{
    const struct cell *c = t->cell;
    bool input = s->input_count && input_in(u->value) != NULL;
    bool unnamed = input && *c->name == '%' && !k->everything; /* by the program: the compiler's names tell people nothing */
    if (unnamed && a->kind == ACT_ATOMIC && c->width == 1) {
        if (fails_by_chance(k, s, u->value))
            add_event(k, line, "exchanges nothing", "(a weak exchange may fail for no reason)");
        return;
    }
    add(line, input && !cell_is_shared(c) ? EFFECT_INPUT : EFFECT_WRITE, unnamed ? "a value" : place_words(k, c, t->index),
        written_words(k, t, s, u));
    if (cell_is_shared(c))
        vector_last(&line->effects).before = held_words(k, t);
}

/* Who locks a read-write lock for reading is one reader more of it, by the name of glibc; nothing else says so. */
static void add_reader(struct maker *k, struct schedule_line *line, const struct trace_step *s, const struct update *u,
                       const struct touched *t)
{
    if (!cell_is_shared(t->cell) || (!t->whole && !strstr(t->cell->name, "__readers")))
        return;
    const char *place = place_words(k, t->cell, t->index);
    if (!ends_with(place, ".__data.__readers"))
        return;
    uint64_t before = touched_held(t), after = touched_written(t, s, u);
    const char *lock = arena_strndup(&k->schedule->arena, place, named_part(place));
    if (after > before) {
        add_event(k, line, "locks", lock);
        vector_last(&line->effects).name = arena_printf(&k->schedule->arena, "locks %s for reading", lock);
    } else if (after < before) {
        add_event(k, line, "unlocks", lock);
    }
}

static void add_frees(struct maker *k, struct schedule_line *line, uint32_t step)
{
    for (uint32_t i = k->ended.ends.size; i-- > 0 && k->ended.ends.data[i].step == step;) {
        const struct life *e = &k->ended.ends.data[i];
        const struct cell *c = &k->program->cells.data[e->cell];
        if (c->role == CELL_FREED && !k->everything)
            add_event(k, line, "frees", ended_name(k->program, k->trace->unbounded, c, e->index, &k->schedule->arena));
    }
}

/* Requires: the machine is in the state before the step. */
static void add_effects(struct maker *k, struct schedule_line *line, const struct trace_step *s, const struct action *a)
{
    bool synchronises = a->kind >= ACT_LOCK && a->kind <= ACT_JOIN && !k->everything;
    add_events(k, line, s, a);
    if (!synchronises)
        add_reads(k, line, s, a);
    bool first_values = a->kind == ACT_LOCAL && !a->access_count; /* main's first step, for initial values that cells cannot say */
    for (uint32_t i = 0, parts; i < a->update_count; i += parts) {
        const struct update *u = &a->updates[i];
        const struct cell *c = &k->program->cells.data[u->cell];
        parts = 1;
        if (first_values && cell_is_shared(c) && !k->everything)
            continue;
        if (c->role == CELL_SYNC && u->index)
            tell_which_lock(k, line, c, evaluate(k, s, u->index));
        struct touched t = touched_by_update(k->machine, k->trace->unbounded, s, a, i);
        add_reader(k, line, s, u, &t);
        bool input = s->input_count && input_in(u->value) != NULL;
        if (!cell_is_shared(c))
            add_local(k, line, c, evaluate(k, s, u->value));
        bool own = !k->everything && !strncmp(c->name, "__heddle", strlen("__heddle")); /* what models keep in a thread */
        if (!interesting(k, c) || own || synchronises || (!cell_is_shared(c) && !input && !k->everything))
            continue;
        parts = t.parts;
        if (is_hidden(k, c, t.index) || (!k->everything && !strncmp(c->name, PADDING, strlen(PADDING))))
            continue;
        add_write(k, line, s, a, u, &t);
    }
}

/* --- all steps --- */

static bool same_line(const struct schedule_line *line, const char *thread, struct position pos)
{
    return !strcmp(line->thread, thread) && line->pos.line == pos.line && line->pos.file && pos.file &&
           !strcmp(line->pos.file, pos.file);
}

/* The line that a step at this position is part of: the last one if that is the same thread's, at the same place (or the step
 * has none), and it does not take the same edge again: each round of a loop has lines of its own. edge: its number in seen_in, or NONE. */
static struct schedule_line *line_for(struct maker *k, uint32_t step, const char *thread, struct position pos, uint32_t edge)
{
    struct schedule *s = k->schedule;
    struct schedule_line *last = s->lines.size ? &vector_last(&s->lines) : NULL;
    bool goes_on = last && !strcmp(last->thread, thread) && (!pos.line || same_line(last, thread, pos));
    if (goes_on && pos.line && edge != NONE && k->seen_in[edge] == s->lines.size)
        goes_on = false;
    if (goes_on)
        last->last_step = step;
    else
        vector_push(&s->lines, (struct schedule_line){.thread = thread, .pos = pos, .first_step = step, .last_step = step});
    if (edge != NONE)
        k->seen_in[edge] = s->lines.size;
    return &vector_last(&s->lines);
}

/* Where the last step leads, if that is one place. */
static void add_failure(struct maker *k)
{
    const struct check *c = &k->program->checks.data[k->trace->check];
    if (!k->trace->steps.size || !check_is_condition(c))
        return;
    const struct trace_step *last = &vector_last(&k->trace->steps);
    const char *thread = thread_name(k->program, k->trace->unbounded, last->code, last->instance, &k->schedule->arena);
    add_event(k, line_for(k, k->trace->steps.size - 1, thread, c->pos, NONE), "fails", NULL);
    if (k->own.words)
        vector_last(&vector_last(&k->schedule->lines).effects).name =
            arena_printf(&k->schedule->arena, "fails with %s", k->own.words);
}

/* What a thread's lines have told since the last one that is kept. */
struct untold {
    const char *thread;
    struct schedule_line line; /* its locals */
};
typedef VECTOR(struct untold) untold_vector;

static struct untold *untold_of(untold_vector *all, const char *thread)
{
    vector_each(struct untold *, u, all)
        if (!strcmp(u->thread, thread))
            return u;
    vector_push(all, (struct untold){.thread = thread});
    return &vector_last(all);
}

/* The line's own values come after what was to be told before. */
static void tell_locals(struct untold *u, struct schedule_line *line)
{
    assert(!strcmp(u->thread, line->thread));
    vector_each(const struct local_value *, l, &line->locals)
        vector_push(&u->line.locals, *l);
    vector_free(&line->locals);
    if (!line->effects.size)
        return;
    memcpy(&line->locals, &u->line.locals, sizeof line->locals);
    u->line = (struct schedule_line){0};
}

static void drop_idle_lines(struct schedule *s)
{
    uint32_t kept = 0;
    untold_vector untold = {0};
    for (uint32_t i = 0; i < s->lines.size; i++) {
        struct schedule_line *line = &s->lines.data[i];
        tell_locals(untold_of(&untold, line->thread), line);
        if (line->effects.size)
            s->lines.data[kept++] = *line;
        else
            vector_free(&line->effects);
    }
    s->lines.size = kept;
    vector_each(struct untold *, u, &untold)
        vector_free(&u->line.locals);
    vector_free(&untold);
}

static void maker_init(struct maker *k)
{
    const struct program *p = k->program;
    uint32_t edges = 0, names = 0;
    k->machine = machine_new(p, k->trace->unbounded);
    k->counts = NEW_ARRAY(uint32_t, p->codes.size + 1);
    k->first_edge = NEW_ARRAY(uint32_t, p->codes.size + 1);
    k->first_name = NEW_ARRAY(uint32_t, p->codes.size + 1);
    k->inner = inner_cells(p);
    own_values_begin(&k->own, k->machine, k->trace, &k->schedule->arena);
    ended_begin(&k->ended, k->machine, k->trace, &k->schedule->arena);
    for (uint32_t c = 0; c < p->codes.size; c++) {
        k->first_edge[c] = edges;
        edges += p->codes.data[c].edges.size;
    }
    for (uint32_t c = 0; c < p->template_count; c++) {
        k->counts[c] = p->codes.data[c].instances == UNBOUNDED ? k->trace->unbounded : p->codes.data[c].instances;
        k->first_name[c] = names;
        names += k->counts[c];
    }
    k->seen_in = NEW_ARRAY(uint32_t, edges + 1);
    k->names = NEW_ARRAY(const char *, names + 1);
    vector_each(const struct trace_initial *, i, &k->trace->initials)
        machine_set_initial(k->machine, i);
}

static void maker_free(struct maker *k)
{
    machine_free(k->machine);
    mem_free(k->counts);
    mem_free(k->inner);
    own_values_end(&k->own);
    ended_free(&k->ended);
    mem_free(k->first_edge);
    mem_free(k->seen_in);
    mem_free(k->names);
    mem_free(k->first_name);
}

static const char *name_of(struct maker *k, const struct trace_step *s)
{
    const char **name = &k->names[k->first_name[s->code] + s->instance];
    if (!*name)
        *name = thread_name(k->program, k->trace->unbounded, s->code, s->instance, &k->schedule->arena);
    return *name;
}

void schedule_make(struct schedule *s, const struct program *p, const struct trace *t, bool everything, double deadline)
{
    assert(t->check < p->checks.size);
    enum { AT_LEAST = 1 << 16 }; /* steps: no time is too short for these */
    *s = (struct schedule){0};
    struct maker k = {.schedule = s, .program = p, .trace = t, .everything = everything};
    maker_init(&k);
    for (uint32_t i = 0; i < t->steps.size; i++) {
        const struct trace_step *step = &t->steps.data[i];
        if (i && i % AT_LEAST == 0 && deadline > 0 && clock_wall() > deadline) {
            s->missing = t->steps.size - i;
            break;
        }
        if (step->edge != NONE) {
            const struct action *a = &p->codes.data[step->in_code].edges.data[step->edge].action;
            uint32_t edge = k.first_edge[step->in_code] + step->edge;
            own_values_step(&k.own, i, a);
            ended_step(&k.ended, i, a);
            struct schedule_line *line = line_for(&k, i, name_of(&k, step), a->pos, edge);
            add_effects(&k, line, step, a);
            add_frees(&k, line, i);
        }
        if (machine_step(k.machine, step) != STEP_DONE)
            break;
    }
    if (!s->missing)
        add_failure(&k);
    s->deciding = k.own.deciding;
    s->ended = s->missing ? NULL : ended_words(&k.ended);
    if (!everything)
        drop_idle_lines(s);
    maker_free(&k);
}

void schedule_line_free(struct schedule_line *line)
{
    vector_free(&line->effects);
    vector_free(&line->locals);
}

void schedule_free(struct schedule *s)
{
    vector_each(struct schedule_line *, line, &s->lines)
        schedule_line_free(line);
    vector_free(&s->lines);
    arena_release(&s->arena);
}

void effect_print(struct text *out, const struct effect *e)
{
    switch (e->kind) {
    case EFFECT_READ: text_printf(out, "reads %s = %s", e->name, e->value); break;
    case EFFECT_WRITE: text_printf(out, "%s = %s", e->name, e->value); break;
    case EFFECT_INPUT: text_printf(out, "%s is arbitrary: %s", e->name, e->value); break;
    case EFFECT_EVENT: text_append(out, e->name); break;
    }
}
