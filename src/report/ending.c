#include "report/ending.h"

#include "program/machine.h"
#include "report/pointers.h"
#include "report/schedule.h"
#include "report/unordered.h"

struct view {
    const struct program *program;
    const struct trace *trace;
    const struct machine *machine; /* at the end of the trace */
    struct arena *words;
};

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
        cell_print(&t, v->program, v->trace->unbounded, c, x->index ? machine_eval(v->machine, e->code, e->instance, x->index, NULL) : 0);
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
        if (c->property == PROPERTY_DEADLOCK) {
            e->pos = a->pos;
            e->kind = 'c';
            e->words = "is blocked here";
            return true;
        }
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

void endings_find(ending_vector *out, const struct program *p, const struct trace *t, struct arena *words)
{
    const struct check *check = &p->checks.data[t->check];
    if (check->property != PROPERTY_RACE && check->property != PROPERTY_DEADLOCK)
        return;
    if (check->property == PROPERTY_RACE && p->watched) {
        unordered_find(out, p, t, words);
        return;
    }
    struct machine *m = machine_new(p, t->unbounded);
    vector_each(const struct trace_initial *, i, &t->initials)
        machine_set_initial(m, i);
    vector_each(const struct trace_step *, s, &t->steps)
        machine_step(m, s);
    struct view v = {p, t, m, words};
    for (uint32_t code = 0; code < p->template_count; code++) {
        uint32_t n = p->codes.data[code].instances == UNBOUNDED ? t->unbounded : p->codes.data[code].instances;
        for (uint32_t i = 0; i < n; i++) {
            const struct code *at = &p->codes.data[machine_code(m, code, i)];
            uint32_t l = machine_location(m, code, i);
            bool runs = l != p->codes.data[code].entry || machine_depth(m, code, i) > 1 || code == 0;
            struct ending e = {.thread = thread_name(p, t->unbounded, code, i, words), .code = code, .instance = i};
            if (runs && next_of(&e, &v, at, l))
                vector_push(out, e);
        }
    }
    machine_free(m);
}
