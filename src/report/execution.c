#include "report/execution.h"

#include "base/json_words.h"

void execution_print(struct text *out, const struct shown_execution *x)
{
    enum { COLUMN = 30 };
    for (uint32_t i = 0; i < x->thread_count; i++)
        text_printf(out, "  %-*s", COLUMN, x->threads[i]);
    text_append(out, "\n");
    for (uint32_t i = 0; i < x->event_count; i++) {
        const struct shown_event *e = &x->events[i];
        text_printf(out, "  %*s%u: %s\n", (int)e->thread * (COLUMN + 2), "", e->pos.line, e->words);
    }
    for (uint32_t i = 0; i < x->event_count; i++)
        if (x->events[i].old)
            text_printf(out, "  line %u in %s %s\n", x->events[i].pos.line, x->threads[x->events[i].thread], x->events[i].old);
}

static void add_number(cJSON *to, const char *name, uint32_t event)
{
    if (event != NONE)
        cJSON_AddNumberToObject(to, name, event);
}

void execution_add_json(cJSON *to, const struct shown_execution *x, struct arena *words)
{
    struct text text = {0};
    execution_print(&text, x);
    json_add_string(to, "execution", text_string(&text), words);
    text_free(&text);
    cJSON *list = cJSON_AddArrayToObject(to, "events");
    for (uint32_t i = 0; i < x->event_count; i++) {
        const struct shown_event *e = &x->events[i];
        cJSON *o = cJSON_CreateObject();
        json_add_string(o, "thread", x->threads[e->thread], words);
        json_add_string(o, "file", e->pos.file, words);
        json_add_positive(o, "line", e->pos.line);
        json_add_positive(o, "column", e->pos.column);
        json_add_string(o, "what", e->words, words);
        add_number(o, "from", e->from);
        add_number(o, "after", e->after);
        add_number(o, "newer", e->newer);
        json_add_string(o, "old", e->old, words);
        cJSON_AddItemToArray(list, o);
    }
}
