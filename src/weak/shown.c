/* What people are shown of an execution: events that are the program's own, and what a schedule could not have: values that were old when
 * they were read. */
#include "weak/search_parts.h"

#include <inttypes.h>

/* Whether the object ends in the execution. */
static bool has_end(const struct execution *x, uint32_t location)
{
    vector_each(const struct weak_event *, e, &x->events)
        if (e->kind == EVENT_END && e->location == location)
            return true;
    return false;
}

static bool is_shown(const struct weak_search *f, const struct execution *x, const struct weak_event *e)
{
    if (e->thread != NONE && e->location != NONE && cell_is_life(&f->program->cells.data[f->places.data[e->location].cell]))
        return has_end(x, e->location);
    uint8_t role = e->location == NONE ? CELL_DATA : f->program->cells.data[f->places.data[e->location].cell].role;
    return e->thread != NONE && (role == CELL_DATA || role == CELL_SYNC);
}

static const char *order_word(uint8_t order)
{
    static const char *const words[] = {"", ", relaxed", ", acquire", ", release", ", acq_rel", ", seq_cst"};
    return words[order];
}

/* "x = 1" or "a[8] = 1" */
static void print_value(struct text *t, const struct weak_search *f, uint32_t location, uint64_t value)
{
    const struct memory_place *p = &f->places.data[location];
    const struct cell *c = &f->program->cells.data[p->cell];
    text_append(t, c->name);
    if (cell_is_array(c) && c->name[0])
        text_printf(t, " (number %" PRIu64 ")", p->slots[0]);
    if (c->is_signed && p->parts == 1)
        text_printf(t, " = %" PRId64, sign_extend(value, c->width));
    else
        text_printf(t, " = %" PRIu64, value);
}

/* "frees malloc@12 (number 3)" */
static void print_life(struct text *t, const struct weak_search *f, const struct weak_event *e)
{
    const struct memory_place *p = &f->places.data[e->location];
    const struct cell *c = &f->program->cells.data[p->cell];
    const char *name = strchr(c->name, '.'); /* "ended.malloc@12" */
    text_append(t, e->kind == EVENT_LOOK    ? "uses "
                   : e->kind == EVENT_BEGIN ? "begins: "
                   : c->role == CELL_FREED  ? "frees "
                                            : "ends: ");
    text_append(t, name ? name + 1 : c->name);
    if (cell_is_array(c))
        text_printf(t, " (number %" PRIu64 ")", p->slots[0]);
}

static void print_event(struct text *t, const struct weak_search *f, const struct weak_event *e)
{
    if (e->kind == EVENT_LOOK || e->kind == EVENT_END || e->kind == EVENT_BEGIN) {
        print_life(t, f, e);
        return;
    }
    if (e->kind == EVENT_FENCE) {
        text_printf(t, "fence%s", e->is_locked ? ", by an exchange that fails" : order_word(e->order));
        return;
    }
    if (event_reads(e)) {
        text_append(t, "reads ");
        print_value(t, f, e->location, e->read);
    }
    if (event_writes(e)) {
        text_append(t, e->kind == EVENT_UPDATE ? ", " : "");
        print_value(t, f, e->location, e->written);
    }
    if (e->kind == EVENT_TOUCH)
        text_append(t, "uses memory");
    text_append(t, order_word(e->order));
}

static const char *thread_words(const struct weak_search *f, const struct partial_thread *t)
{
    const struct code *c = &f->program->codes.data[t->code];
    if (c->instances == 1)
        return arena_strdup(f->task->words, c->name);
    return arena_printf(f->task->words, "%s %" PRIu32, c->name, t->instance + 1);
}

/* The write before it that a read has overlooked, or that a write comes before in the order of the location; NONE if it is the newest. */
static uint32_t overlooked(const struct execution *x, uint32_t event)
{
    const struct weak_event *e = &x->events.data[event];
    if (e->kind != EVENT_READ && e->kind != EVENT_WRITE)
        return NONE;
    const u32_vector *order = &x->order.data[e->location];
    uint32_t next = execution_place(x, e->kind == EVENT_READ ? e->from : event) + 1;
    return next < order->size && order->data[next] < event ? order->data[next] : NONE;
}

static const char *words_of(const struct weak_search *f, const struct weak_event *e)
{
    struct text t = {0};
    print_event(&t, f, e);
    const char *words = arena_strdup(f->task->words, text_string(&t));
    text_free(&t);
    return words;
}

static const char *old_words(const struct weak_search *f, const struct weak_event *e, const struct weak_event *newer)
{
    struct text t = {0};
    bool reads = event_reads(e);
    text_append(&t, reads ? "reads the old value " : "writes ");
    print_value(&t, f, e->location, reads ? e->read : e->written);
    if (reads)
        text_printf(&t, ", though line %u had written %" PRIu64, newer->pos.line, newer->written);
    else
        text_printf(&t, ", which in the order of that variable comes before the %" PRIu64 " of line %u", newer->written,
                    newer->pos.line);
    const char *words = arena_strdup(f->task->words, text_string(&t));
    text_free(&t);
    return words;
}

/* What comes before a write in the order of its location. */
static uint32_t before_in_order(const struct execution *x, uint32_t event)
{
    const struct weak_event *e = &x->events.data[event];
    return event_writes(e) && e->kind != EVENT_INITIAL ? x->order.data[e->location].data[execution_place(x, event) - 1] : NONE;
}

/* The program that was searched does not live as long as what is shown of it. */
static struct position kept_position(const struct weak_search *f, struct position pos)
{
    pos.file = pos.file ? arena_strdup(f->task->words, pos.file) : NULL;
    pos.function = pos.function ? arena_strdup(f->task->words, pos.function) : NULL;
    return pos;
}

static struct shown_event show_event(const struct weak_search *f, const struct execution *x, uint32_t event, const uint32_t *number)
{
    const struct weak_event *e = &x->events.data[event];
    uint32_t after = before_in_order(x, event), newer = overlooked(x, event);
    bool old = newer != NONE && x->events.data[newer].written != (event_reads(e) ? e->read : e->written);
    return (struct shown_event){.words = words_of(f, e),
                                .pos = kept_position(f, e->pos),
                                .from = event_reads(e) ? number[e->from] : NONE,
                                .after = after == NONE ? NONE : number[after],
                                .newer = old ? number[newer] : NONE,
                                .old = old ? old_words(f, e, &x->events.data[newer]) : NULL};
}

const struct shown_execution *execution_show(const struct weak_search *f, const struct partial *s)
{
    const struct execution *x = &s->x;
    struct shown_execution *out = ARENA_NEW(f->task->words, struct shown_execution);
    uint32_t *column = NEW_ARRAY(uint32_t, s->thread_count + 1), *number = NEW_ARRAY(uint32_t, x->events.size + 1);
    out->threads = ARENA_ARRAY(f->task->words, const char *, s->thread_count);
    out->events = ARENA_ARRAY(f->task->words, struct shown_event, x->events.size);
    for (uint32_t i = 0; i < s->thread_count; i++) {
        column[i] = out->thread_count;
        if (s->threads[i].count)
            out->threads[out->thread_count++] = thread_words(f, &s->threads[i]);
    }
    for (uint32_t i = 0; i < x->events.size; i++) {
        const struct weak_event *e = &x->events.data[i];
        number[i] = is_shown(f, x, e) ? out->event_count : NONE;
        if (number[i] == NONE)
            continue;
        out->events[out->event_count] = show_event(f, x, i, number);
        out->events[out->event_count++].thread = column[e->thread];
    }
    mem_free(column);
    mem_free(number);
    return out;
}
