#include "report/names.h"

#include "report/places.h"
#include "report/scopes.h"

#include <ctype.h>
#include <inttypes.h>

/* Names, fields that are not the C library's own, elements; "[]" where a cell is an array. */
static bool is_path(const char *s)
{
    if ((!isalpha((unsigned char)*s) && *s != '_') || strstr(s, ".__"))
        return false;
    for (; *s; s++)
        if (!isalnum((unsigned char)*s) && *s != '_' && !(*s == '.' && (isalpha((unsigned char)s[1]) || s[1] == '_')) &&
            !strchr("[]", *s))
            return false;
    return true;
}

static bool same_function(const struct cell *a, const struct cell *b)
{
    return a->pos.function && b->pos.function && !strcmp(a->pos.function, b->pos.function);
}

/* A variable of the same name inside a function: what the name means then depends on the place. One of main is looked for in main alone,
 * where those of other functions do not matter. */
static bool is_shadowed(const struct program *p, const struct cell *of)
{
    size_t n = strcspn(of->name, ".[");
    vector_each(const struct cell *, c, &p->cells) {
        bool inner = !cell_is_shared(c) || c->pos.function, other = c->pos.line != of->pos.line || !same_function(c, of);
        if (inner && other && (!of->pos.function || !c->pos.function || same_function(c, of)) && !strncmp(c->name, of->name, n) &&
            (!c->name[n] || strchr(".[#", c->name[n])))
            return true;
    }
    return false;
}

/* Whether the variable is declared before the place. In another file it is a header's, unless there are several programs' files. */
static bool is_visible(const struct report *r, const struct cell *c, struct position at)
{
    if (!at.line || !at.file || !c->pos.file || strcmp(at.file, c->pos.file))
        return r->file_count == 1;
    return c->pos.line < at.line;
}

/* A variable of main, where its block has not ended. Other functions may run several times, each time with another variable. */
static bool is_open_in_main(struct sources *s, const struct cell *c, struct position at)
{
    return at.line && at.function && !strcmp(at.function, "main") && c->pos.file && at.file && !strcmp(c->pos.file, at.file) &&
           c->pos.line < at.line && !strcmp(c->pos.function, "main") && place_in_same_block(s, c->pos, at);
}

/* By the text, since the compiler leaves no trace of some variables, and does not always say which function one is of. The name of a local variable is good in main alone, as
 * above. */
static bool is_meant(struct sources *s, const struct cell *c, struct position at)
{
    size_t n = strcspn(c->name, ".[");
    struct position behind = {.file = c->pos.file, .line = c->pos.line + 1};
    uint32_t line = scope_line(s, at, c->name, n);
    if (line)
        return line == c->pos.line && at.function && !strcmp(at.function, "main");
    return scope_line(s, behind, c->name, n) != c->pos.line; /* where it is declared it is no local one */
}

/* What a path (".b[3]", "[].b") leads to, or how far it does if nothing is known there: what is left of it. */
static const char *follow(const struct memory_shape **shape, const char *path)
{
    while (*shape && *path) {
        const struct memory_shape *s = *shape, *next = *path == '[' && s->kind == SHAPE_ARRAY ? s->element : NULL;
        size_t n = *path == '[' ? strcspn(path, "]") + 1 : 1 + strcspn(path + 1, ".[");
        for (uint32_t i = 0; *path == '.' && s->kind == SHAPE_STRUCT && i < s->member_count && !next; i++)
            if (strlen(s->members[i].name) == n - 1 && !strncmp(s->members[i].name, path + 1, n - 1))
                next = s->members[i].shape;
        if (!next)
            break;
        *shape = next;
        path += n;
    }
    return path;
}

/* A cell may be a part of what its name means in C: bytes at the beginning of a structure are called as the structure is, those of a
 * number as if it were an array. */
static bool is_part(const struct program *p, const struct cell *c)
{
    size_t n = strcspn(c->name, ".[");
    bool part = false;
    vector_each(const struct memory_object *, o, &p->objects) {
        if (!o->shape || o->kind != MEMORY_DATA || strncmp(o->name, c->name, n) || o->name[n])
            continue;
        const struct memory_shape *s = o->shape;
        const char *rest = follow(&s, c->name + n);
        bool scalar = s->kind == SHAPE_SCALAR;
        if (*rest ? !scalar : scalar && (s->size * 8 == c->width || c->width == 1))
            return false;
        part = true;
    }
    return part;
}

const char *name_of_slot(const struct cell *c, expr index, struct arena *words)
{
    assert(cell_is_array(c));
    const char *open = strstr(c->name, "[]");
    if (!expr_is_const(index) || !open || c->range_count != 1)
        return NULL;
    uint64_t stride = c->ranges[0].stride ? c->ranges[0].stride : 1;
    uint64_t slot = index->value >= c->ranges[0].first ? (index->value - c->ranges[0].first) / stride : NONE64;
    if (slot >= c->ranges[0].count)
        return NULL;
    return arena_printf(words, "%.*s[%" PRIu64 "]%s", (int)(open - c->name), c->name, slot, open + 2);
}

const char *name_at_place(const struct report *r, struct sources *s, const struct cell *c, expr index, struct position at,
                          struct arena *words)
{
    if (!c->pos.line || !is_path(c->name) || cell_is_array(c) != (index != NULL) || is_shadowed(r->program, c) ||
        is_part(r->program, c))
        return NULL;
    bool seen = c->pos.function ? is_open_in_main(s, c, at) : is_visible(r, c, at) && is_meant(s, c, at);
    return !seen ? NULL : index ? name_of_slot(c, index, words) : c->name;
}
