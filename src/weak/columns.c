/* An execution in words: a column for each thread, in an order in which everything is read after it was written; then what a schedule
 * could not have: values that were old when they were read. */
#include "weak/search_parts.h"

#include <inttypes.h>
#include <stdio.h>

enum { COLUMN = 30, WORDS = 120 };

static bool is_shown(const struct weak_search *f, const struct weak_event *e)
{
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
        text_printf(t, " (number %" PRIu64 ")", p->slot);
    if (c->is_signed)
        text_printf(t, " = %" PRId64, sign_extend(value, c->width));
    else
        text_printf(t, " = %" PRIu64, value);
}

static void print_event(struct text *t, const struct weak_search *f, const struct weak_event *e)
{
    text_printf(t, "%u: ", e->pos.line);
    if (e->kind == EVENT_FENCE) {
        text_printf(t, "fence%s", order_word(e->order));
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

static const char *thread_words(const struct weak_search *f, const struct partial *s, uint32_t thread, char out[static WORDS])
{
    const struct partial_thread *t = &s->threads[thread];
    const struct code *c = &f->program->codes.data[t->code];
    if (c->instances == 1)
        snprintf(out, WORDS, "%s", c->name);
    else
        snprintf(out, WORDS, "%s %" PRIu32, c->name, t->instance + 1);
    return out;
}

/* The write that a read has overlooked, by what comes last in the order of its location; NONE if it is the newest. */
static uint32_t overlooked(const struct execution *x, uint32_t event)
{
    const struct weak_event *e = &x->events.data[event];
    if (e->kind != EVENT_READ)
        return NONE;
    const u32_vector *order = &x->order.data[e->location];
    uint32_t next = execution_place(x, e->from) + 1;
    return next < order->size && order->data[next] < event ? order->data[next] : NONE;
}

static void print_old_values(struct text *t, const struct weak_search *f, const struct partial *s)
{
    char name[WORDS];
    for (uint32_t i = 0; i < s->x.events.size; i++) {
        const struct weak_event *e = &s->x.events.data[i];
        uint32_t newer = is_shown(f, e) ? overlooked(&s->x, i) : NONE;
        if (newer == NONE || s->x.events.data[newer].written == e->read)
            continue;
        text_printf(t, "  line %u in %s reads the old value ", e->pos.line, thread_words(f, s, e->thread, name));
        print_value(t, f, e->location, e->read);
        text_printf(t, ", though line %u had written %" PRIu64 "\n", s->x.events.data[newer].pos.line,
                    s->x.events.data[newer].written);
    }
}

const char *execution_words(const struct weak_search *f, const struct partial *s)
{
    struct text t = {0};
    char name[WORDS];
    for (uint32_t i = 0; i < s->thread_count; i++)
        if (s->threads[i].count)
            text_printf(&t, "  %-*s", COLUMN, thread_words(f, s, i, name));
    text_append(&t, "\n");
    vector_each(const struct weak_event *, e, &s->x.events) {
        if (!is_shown(f, e))
            continue;
        uint32_t before = 0;
        for (uint32_t i = 0; i < e->thread; i++)
            before += s->threads[i].count != 0;
        text_printf(&t, "  %*s", (int)before * (COLUMN + 2), "");
        print_event(&t, f, e);
        text_append(&t, "\n");
    }
    print_old_values(&t, f, s);
    const char *words = arena_strdup(&f->result->arena, text_string(&t));
    text_free(&t);
    return words;
}
