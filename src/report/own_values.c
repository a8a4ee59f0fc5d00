#include "report/own_values.h"

#include "program/machine_parts.h"
#include "report/pointers.h"

#include <ctype.h>

void own_values_begin(struct own_values *o, const struct machine *m, const struct trace *t, struct arena *arena)
{
    *o = (struct own_values){.machine = m, .trace = t, .arena = arena, .deciding = NONE};
    o->assigned = NEW_ARRAY(uint32_t, machine_program(m)->cells.size + 1);
}

void own_values_end(struct own_values *o) { mem_free(o->assigned); }

static bool has_word(const char *text, const char *word)
{
    size_t n = strlen(word);
    for (const char *p = text; (p = strstr(p, word)); p++) {
        bool begins = p == text || !(isalnum((unsigned char)p[-1]) || strchr("_.>", p[-1]));
        if (begins && !(isalnum((unsigned char)p[n]) || p[n] == '_'))
            return true;
    }
    return false;
}

struct condition {
    struct own_values *of;
    const struct trace_step *step;
    struct text words;
    uint32_t assigned; /* the last step that set something that is read, from 1 on */
};

/* What the condition itself reads: that is so now, while a name in the source may stand for a value that is not stored any more. */
static void note_value(void *context, expr node)
{
    struct condition *x = context;
    const struct program *p = machine_program(x->of->machine);
    const struct cell *c = node->op == E_CELL ? &p->cells.data[node->value] : NULL;
    if (!c || cell_is_shared(c) || c->role != CELL_DATA)
        return;
    x->assigned = x->of->assigned[c->id] > x->assigned ? x->of->assigned[c->id] : x->assigned;
    const char *name = arena_strndup(x->of->arena, c->name, strcspn(c->name, "#")),
               *text = p->checks.data[x->of->trace->check].text;
    if (*name == '%' || !text || !has_word(text, name) || (x->words.size && has_word(text_string(&x->words), name)))
        return;
    text_printf(&x->words, "%s%s = ", x->words.size ? ", " : "", name);
    value_print(&x->words, p, x->of->trace->unbounded, c, machine_read(x->of->machine, x->step->code, x->step->instance, c->id, 0));
}

static bool same_line(struct position a, struct position b)
{
    return a.line == b.line && a.file && b.file && !strcmp(a.file, b.file);
}

/* What the thread decides on the line of the check; it may pass there several times. */
void own_values_step(struct own_values *o, uint32_t step, const struct action *a)
{
    const struct check *c = &machine_program(o->machine)->checks.data[o->trace->check];
    const struct trace_step *s = &o->trace->steps.data[step], *last = &vector_last(&o->trace->steps);
    if (!check_is_condition(c) || s->code != last->code || s->instance != last->instance)
        return;
    struct condition x = {.of = o, .step = s};
    if (a->pos.line && !same_line(a->pos, c->pos)) {
        o->words = NULL;
        o->deciding = NONE;
    } else if (a->guard) {
        expr_visit(a->guard, note_value, &x);
    }
    if (x.words.size)
        o->words = arena_strdup(o->arena, text_string(&x.words));
    if (x.assigned)
        o->deciding = x.assigned - 1;
    for (uint32_t u = 0; u < a->update_count; u++)
        o->assigned[a->updates[u].cell] = step + 1;
    text_free(&x.words);
}
