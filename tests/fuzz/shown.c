#include "shown.h"

#include "base/map.h"
#include "program/machine.h"
#include "report/pointers.h"
#include "report/schedule.h"

#include <stdio.h>

struct shown {
    struct intern places, values;
    struct map holds; /* place to value */
    const char *who;
    bool good;
};

static uint32_t number(struct intern *of, const char *words) { return intern_add(of, words, strlen(words), NULL); }

/* The place holds this value: it was written there, or nothing was shown of the place yet. */
static void found(struct shown *k, const char *place, const char *value, const char *what)
{
    uint64_t known;
    uint32_t at = number(&k->places, place), is = number(&k->values, value);
    if (!map_get(&k->holds, at, &known))
        map_put(&k->holds, at, is);
    else if (known != is) {
        printf("  %s: shown as %s: %s = %s, which is not what was there\n", k->who, what, place, value);
        k->good = false;
    }
}

static void look_at_line(struct shown *k, const struct schedule_line *line)
{
    vector_each(const struct effect *, e, &line->effects) {
        if (e->kind == EFFECT_READ)
            found(k, e->name, e->value, "read");
        if (e->kind == EFFECT_WRITE && e->before)
            found(k, e->name, e->before, "replaced");
        if (e->kind == EFFECT_WRITE)
            map_put(&k->holds, number(&k->places, e->name), number(&k->values, e->value));
    }
}

/* What the interpreter has in the scalars that were shown. */
static void look_at_end(struct shown *k, const struct program *p, const struct trace *t)
{
    struct machine *m = machine_new(p, t->unbounded);
    vector_each(const struct trace_initial *, i, &t->initials)
        machine_set_initial(m, i);
    vector_each(const struct trace_step *, s, &t->steps)
        machine_step(m, s);
    vector_each(const struct cell *, c, &p->cells) {
        uint64_t known;
        struct text value = {0};
        uint32_t at = intern_find(&k->places, c->name, strlen(c->name));
        if (!cell_is_shared(c) || cell_is_array(c) || at == INTERN_NONE || !map_get(&k->holds, at, &known))
            continue;
        value_print(&value, p, t->unbounded, c, machine_read(m, NONE, 0, c->id, 0));
        found(k, c->name, text_string(&value), "left at the end");
        text_free(&value);
    }
    machine_free(m);
}

bool shown_good(const struct program *p, const struct trace *t, const char *who)
{
    struct shown k = {.who = who, .good = true};
    struct schedule s;
    schedule_make(&s, p, t, false, 0);
    vector_each(const struct schedule_line *, line, &s.lines)
        look_at_line(&k, line);
    look_at_end(&k, p, t);
    schedule_free(&s);
    intern_free(&k.places);
    intern_free(&k.values);
    map_free(&k.holds);
    return k.good;
}
