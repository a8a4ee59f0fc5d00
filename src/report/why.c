/* The values that matter are those that the failing thread read last: on the line that fails, or on the last line before it with
 * reads; where the thread's own variables decide, on the line that set them. Each has a writer: the last line of the schedule that wrote the same name, or nobody.
 * Where memory is used that has ended, only its end matters. */
#include "report/why.h"

enum { MOST_VALUES = 3 };

static bool reads(const struct schedule_line *line)
{
    vector_each(const struct effect *, e, &line->effects)
        if (e->kind == EFFECT_READ)
            return true;
    return false;
}

/* Whether the line says what the failing thread's own variables hold ("fails with x = 1"). */
static bool has_own_values(const struct schedule_line *failing)
{
    return failing->effects.size && !strncmp(vector_last(&failing->effects).name, "fails with ", strlen("fails with "));
}

/* The line whose values decide; NONE if there is none. */
static uint32_t deciding(const struct schedule *s)
{
    const struct schedule_line *failing = s->lines.size ? &vector_last(&s->lines) : NULL;
    bool known = s->deciding != NONE && !reads(failing);
    for (uint32_t i = s->lines.size; i-- > 0;) {
        const struct schedule_line *line = &s->lines.data[i];
        if (!strcmp(line->thread, failing->thread) && reads(line) && (!known || line->first_step <= s->deciding))
            return !known || line->last_step >= s->deciding || !has_own_values(failing) ? i : NONE;
    }
    return NONE;
}

static const struct effect *effect_of(const struct schedule_line *line, enum effect_kind kind, const char *name)
{
    vector_each(const struct effect *, e, &line->effects)
        if (e->kind == kind && !strcmp(e->name, name))
            return e;
    return NULL;
}

/* The last line before this one that wrote the name; NONE if there is none. */
static uint32_t writer(const struct schedule *s, uint32_t before, const char *name)
{
    for (uint32_t i = before; i-- > 0;)
        if (effect_of(&s->lines.data[i], EFFECT_WRITE, name))
            return i;
    return NONE;
}

static bool wrote_before(const struct schedule_line *line, uint32_t effect, const char *name)
{
    for (uint32_t i = effect; i-- > 0;)
        if (line->effects.data[i].kind == EFFECT_WRITE && !strcmp(line->effects.data[i].name, name))
            return true;
    return false;
}

/* Where the thread that wrote the name at this line had read it last; NONE if it had not. */
static uint32_t read_before(const struct schedule *s, uint32_t write, const char *name)
{
    for (uint32_t i = write + 1; i-- > 0;)
        if (!strcmp(s->lines.data[i].thread, s->lines.data[write].thread) && effect_of(&s->lines.data[i], EFFECT_READ, name))
            return i;
    return NONE;
}

/* What the writer had found itself: a value that was overwritten meanwhile, or another thread's. */
static void print_origin(struct text *out, const struct schedule *s, uint32_t write, const char *name)
{
    const struct schedule_line *w = &s->lines.data[write];
    uint32_t read = read_before(s, write, name);
    if (read == NONE)
        return;
    for (uint32_t i = write; i-- > read + 1;)
        if (strcmp(s->lines.data[i].thread, w->thread) && effect_of(&s->lines.data[i], EFFECT_WRITE, name)) {
            text_printf(out, " after %s had written it at line %u: %s had read it before", s->lines.data[i].thread,
                        s->lines.data[i].pos.line, w->thread);
            return;
        }
    uint32_t from = writer(s, read, name);
    if (read == write && from != NONE && strcmp(s->lines.data[from].thread, w->thread))
        text_printf(out, " over %s, written by %s at line %u", effect_of(w, EFFECT_READ, name)->value, s->lines.data[from].thread,
                    s->lines.data[from].pos.line);
}

bool why_print(struct text *out, const struct schedule *s)
{
    uint32_t at = deciding(s), values = 0;
    if (s->ended)
        text_append(out, s->ended);
    if (s->ended || at == NONE || s->missing)
        return s->ended != NULL;
    const struct schedule_line *line = &s->lines.data[at];
    text_printf(out, "%s finds ", line->thread);
    for (uint32_t i = 0; i < line->effects.size && values < MOST_VALUES; i++) {
        const struct effect *e = &line->effects.data[i];
        if (e->kind != EFFECT_READ)
            continue;
        uint32_t w = wrote_before(line, i, e->name) ? at : writer(s, at, e->name);
        text_printf(out, "%s%s = %s", values++ ? ", and " : "", e->name, e->value);
        if (w == NONE)
            text_append(out, ", as it was at the start");
        else if (!strcmp(s->lines.data[w].thread, line->thread))
            text_printf(out, ", which it wrote at line %u", s->lines.data[w].pos.line);
        else
            text_printf(out, ", written by %s at line %u", s->lines.data[w].thread, s->lines.data[w].pos.line);
        if (w != NONE && w != at)
            print_origin(out, s, w, e->name);
    }
    return true;
}
