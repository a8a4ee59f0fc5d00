#include "report/inventory.h"

#include "report/pointers.h"
#include "report/protection.h"

#include <inttypes.h>

static bool is_in(const struct code *c, struct position p) { return p.line && p.function && !strcmp(p.function, c->name); }

/* Where the thread begins; if that is in a function that it calls at once, the first line of its own that does something. */
static struct position first_step(const struct code *c)
{
    struct position p = {0}, own = {0};
    for (uint32_t i = out_begin(c, c->entry); i < out_end(c, c->entry) && !p.line; i++)
        p = out_edge(c, i)->action.pos;
    p = p.line ? p : c->locations.data[c->entry].pos;
    if (!p.function || is_in(c, p))
        return p;
    vector_each(const struct edge *, e, &c->edges)
        if (is_in(c, e->action.pos) && (!own.line || e->action.pos.line < own.line))
            own = e->action.pos;
    return own.line ? own : p;
}

/* "q.lock" of "q.lock.__data.__lock": the fields of the C library are of no interest. */
static const char *user_name(struct inventory *i, const char *name)
{
    const char *inner = strstr(name, ".__");
    return arena_strndup(&i->words, name, inner ? (size_t)(inner - name) : strlen(name));
}

static const char *initial_words(struct inventory *i, const struct program *p, const struct cell *c)
{
    if (cell_is_array(c)) {
        uint64_t n = 0;
        for (uint32_t k = 0; k < c->range_count; k++)
            n += c->ranges[k].count;
        return arena_printf(&i->words, "array of %" PRIu64, n);
    }
    if (c->arbitrary)
        return "arbitrary";
    uint64_t value = c->inits ? c->inits[0] : c->init;
    struct text t = {0};
    value_print(&t, p, 0, c, value);
    const char *words = arena_strdup(&i->words, text_string(&t));
    text_free(&t);
    return words;
}

static void add_variable(struct inventory *i, const struct program *p, const struct cell *c, const struct protection *by)
{
    const char *name = user_name(i, c->name);
    bool synchronises = c->role == CELL_SYNC;
    vector_each(struct inventory_variable *, v, &i->variables)
        if (!strcmp(v->name, name)) { /* another part of the same object */
            v->synchronises |= synchronises;
            if (v->synchronises)
                v->initial = NULL;
            return;
        }
    struct inventory_variable v = {
        .name = name, .synchronises = synchronises, .initial = synchronises ? NULL : initial_words(i, p, c), .pos = c->pos};
    v.lock = by->lock == NONE ? NULL : user_name(i, p->cells.data[by->lock].name);
    vector_each(const uint32_t *, line, &by->lines)
        vector_push(&v.without, *line);
    vector_push(&i->variables, v);
}

void inventory_make(struct inventory *i, const struct program *p)
{
    *i = (struct inventory){0};
    for (uint32_t t = 0; t < p->template_count; t++) {
        const struct code *c = &p->codes.data[t];
        struct inventory_thread thread = {c->name, c->instances, first_step(c)};
        vector_push(&i->threads, thread);
    }
    struct protection *by = protections_find(p);
    bool placed =
        false; /* it is known where variables are declared: those of which it is not are the library's, or literal strings */
    vector_each(const struct cell *, c, &p->cells)
        placed |= c->pos.line != 0;
    vector_each(const struct cell *, c, &p->cells) {
        bool named = cell_is_shared(c) && !cell_is_of_library(c) && !c->dropped && (c->pos.line || !placed);
        if (named && (c->role == CELL_DATA || c->role == CELL_SYNC))
            add_variable(i, p, c, &by[c->id]);
    }
    protections_free(by, p);
}

void inventory_free(struct inventory *i)
{
    vector_each(struct inventory_variable *, v, &i->variables)
        vector_free(&v->without);
    vector_free(&i->threads);
    vector_free(&i->variables);
    arena_release(&i->words);
}
