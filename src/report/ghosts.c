#include "report/ghosts.h"

#include "report/places.h"

#include <ctype.h>
#include <inttypes.h>

struct witness_ghost *ghost_of(struct witness_proof *w, uint32_t cell, uint64_t index)
{
    vector_each(struct witness_ghost *, g, &w->ghosts)
        if (g->cell == cell && g->index == index)
            return g;
    return NULL;
}

/* The name that stands in the source at a position. */
static const char *name_at(struct sources *s, struct position pos, struct arena *words)
{
    const struct source_file *f = pos.file && pos.line && pos.column ? source_file(s, pos.file) : NULL;
    if (!f || pos.line > f->starts.size)
        return "";
    const char *p = f->text.data + f->starts.data[pos.line - 1] + pos.column - 1, *q = p;
    while (q < f->text.data + f->text.size && (isalnum((unsigned char)*q) || *q == '_'))
        q++;
    return q > p ? arena_strndup(words, p, (size_t)(q - p)) : "";
}

static bool same_place(struct position a, struct position b)
{
    return a.line == b.line && a.column == b.column && a.file && b.file && !strcmp(a.file, b.file);
}

/* What a call does to a mutex, by its name: 1, 0, or -1 if that depends. */
static int effect_of_call(const char *name)
{
    static const char *const take[] = {"pthread_mutex_lock", "pthread_spin_lock", "mtx_lock", NULL};
    static const char *const release[] = {
        "pthread_mutex_unlock", "pthread_spin_unlock", "mtx_unlock", "pthread_mutex_init", "pthread_spin_init", "mtx_init", NULL};
    for (const char *const *t = take; *t; t++)
        if (!strcmp(name, *t))
            return 1;
    for (const char *const *t = release; *t; t++)
        if (!strcmp(name, *t))
            return 0;
    return -1;
}

/* One update of the ghost at each place; false if the place already says something else. */
static bool add_update(struct witness_ghost *g, struct position pos, const char *value)
{
    vector_each(const struct ghost_update *, u, &g->updates)
        if (same_place(u->pos, pos))
            return !strcmp(u->value, value);
    struct ghost_update u = {pos, value};
    vector_push(&g->updates, u);
    return true;
}

/* Whether another cell of the same kind is changed at that place: then it depends on more than the place. */
static bool shared_place(const struct program *p, const struct witness_ghost *g, struct position pos)
{
    uint8_t role = p->cells.data[g->cell].role;
    vector_each(const struct code *, c, &p->codes)
        vector_each(const struct edge *, e, &c->edges)
            for (uint32_t i = 0; i < e->action.update_count; i++) {
                const struct update *u = &e->action.updates[i];
                bool other = u->cell != g->cell || (u->index && !expr_is_value(u->index, g->index));
                if (p->cells.data[u->cell].role == role && other && same_place(e->action.pos, pos))
                    return true;
            }
    return false;
}

/* Whether something else at that place is counted up or down: a recursive mutex is free only after as many unlocks as locks. */
static bool is_counted(const struct program *p, const struct witness_ghost *g, struct position pos)
{
    vector_each(const struct code *, c, &p->codes)
        vector_each(const struct edge *, e, &c->edges)
            for (uint32_t i = 0; i < e->action.update_count; i++) {
                const struct update *u = &e->action.updates[i];
                bool other = u->cell != g->cell && cell_is_shared(&p->cells.data[u->cell]);
                if (other && !expr_is_const(u->value) && same_place(e->action.pos, pos))
                    return true;
            }
    return false;
}

static bool add_updates(struct witness_ghost *g, const struct program *p, struct sources *s, struct arena *words)
{
    bool mutex = p->cells.data[g->cell].role == CELL_SYNC;
    vector_each(const struct code *, c, &p->codes)
        vector_each(const struct edge *, e, &c->edges)
            for (uint32_t i = 0; i < e->action.update_count; i++) {
                const struct update *u = &e->action.updates[i];
                if (u->cell != g->cell || (u->index && !expr_is_value(u->index, g->index) && expr_is_const(u->index)))
                    continue;
                struct position pos = e->action.pos;
                int effect = mutex ? effect_of_call(name_at(s, pos, words)) : 1;
                struct position statement = place_of_statement(s, pos);
                bool ok = (!u->index || expr_is_const(u->index)) && pos.column && statement.column == pos.column && effect >= 0 &&
                          effect == !expr_is_value(u->value, 0) && !shared_place(p, g, pos) && !(mutex && is_counted(p, g, pos)) &&
                          add_update(g, pos, effect ? "1" : "0");
                if (!ok)
                    return false;
            }
    return g->updates.size > 0;
}

static const char *ghost_name(struct witness_proof *w, const char *of, const char *what, uint32_t number)
{
    char *name =
        number == NONE ? arena_printf(&w->words, "%s_%s", of, what) : arena_printf(&w->words, "%s_%u_%s", of, number, what);
    for (char *p = name; *p; p++)
        if (!isalnum((unsigned char)*p))
            *p = '_';
    return name;
}

static void consider(struct witness_proof *w, const struct program *p, struct sources *s, struct witness_ghost g)
{
    if (add_updates(&g, p, s, &w->words))
        vector_push(&w->ghosts, g);
    else
        vector_free(&g.updates);
}

void ghosts_find(struct witness_proof *w, const struct program *p, struct sources *s)
{
    vector_each(const struct cell *, c, &p->cells) {
        if (!cell_is_shared(c) || c->arbitrary || c->init)
            continue;
        if (c->role == CELL_SYNC && !cell_is_array(c)) {
            consider(w, p, s, (struct witness_ghost){.name = ghost_name(w, c->name, "held", NONE), .cell = c->id});
        } else if (c->role == CELL_STARTED && c->subject != NONE) {
            const struct code *of = &p->codes.data[c->subject];
            for (uint32_t i = 0; i < of->instances && of->instances <= 16; i++)
                consider(w, p, s,
                         (struct witness_ghost){.name = ghost_name(w, of->name, "started", of->instances > 1 ? i : NONE),
                                                .cell = c->id,
                                                .index = cell_is_array(c) ? i : 0});
        }
    }
}
