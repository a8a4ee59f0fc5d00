/* See fold.h. */
#include "report/fold.h"

#define LEFT_OUT "goes on" /* the verb of an event that stands for steps that are not shown */

enum { SHOWN = 4 }; /* a stretch of so many lines stays as it is */

static bool same_place(const struct schedule_line *a, const struct schedule_line *b)
{
    return !strcmp(a->thread, b->thread) && a->pos.line && a->pos.line == b->pos.line && a->pos.file && b->pos.file &&
           !strcmp(a->pos.file, b->pos.file);
}

/* The line becomes one that says how many are left out. */
static void say_more(struct schedule *s, struct schedule_line *line, uint32_t count)
{
    vector_clear(&line->effects);
    vector_clear(&line->locals);
    vector_push(&line->effects,
                (struct effect){.kind = EFFECT_EVENT, .verb = LEFT_OUT, .name = arena_printf(&s->arena, "%u more times", count)});
}

void schedule_fold(struct schedule *s)
{
    uint32_t kept = 0;
    for (uint32_t i = 0, end; i < s->lines.size; i = end) {
        for (end = i + 1; end < s->lines.size && same_place(&s->lines.data[i], &s->lines.data[end]);)
            end++;
        bool many = end - i > SHOWN;
        for (uint32_t k = i; k < end; k++) {
            if (many && k > i + 1 && k + 1 < end) {
                schedule_line_free(&s->lines.data[k]);
                continue;
            }
            if (many && k == i + 1)
                say_more(s, &s->lines.data[k], end - i - 2);
            s->lines.data[kept++] = s->lines.data[k];
        }
    }
    s->lines.size = kept;
}

void schedule_cut(struct schedule *s, uint32_t first, uint32_t last)
{
    if (s->lines.size <= first + last + 1)
        return;
    struct schedule_line *line = &s->lines.data[first];
    uint32_t from = first, to = s->lines.size - last;
    uint32_t steps = s->lines.data[to - 1].last_step - line->first_step + 1;
    vector_clear(&line->effects);
    vector_clear(&line->locals);
    vector_push(
        &line->effects,
        (struct effect){.kind = EFFECT_EVENT,
                        .verb = LEFT_OUT,
                        .name = arena_printf(&s->arena, "%u steps are left out here; --trace FILE writes all of them", steps)});
    line->last_step = s->lines.data[to - 1].last_step;
    for (uint32_t i = from + 1; i < to; i++)
        schedule_line_free(&s->lines.data[i]);
    memmove(line + 1, &s->lines.data[to], last * sizeof *line);
    s->lines.size = first + 1 + last;
}
