#include "report/inner.h"

size_t named_part(const char *name)
{
    for (const char *p = name; *p; p++)
        if (p[0] == '.' && ((p[1] == '_' && p[2] == '_') || ((p[1] == 'f' || p[1] == 'b') && p[2] >= '0' && p[2] <= '9')))
            return (size_t)(p - name);
    return strlen(name);
}

bool is_inner_place(const char *place) { return strstr(place, ".__"); }

bool *inner_cells(const struct program *p)
{
    bool *inner = NEW_ARRAY(bool, p->cells.size + 1);
    vector_each(const struct cell *, c, &p->cells)
        inner[c->id] = strstr(c->name, ".__data.") || cell_is_of_library(c);
    vector_each(const struct cell *, s, &p->cells) {
        if (s->role != CELL_SYNC)
            continue;
        size_t n = named_part(s->name);
        vector_each(const struct cell *, c, &p->cells)
            inner[c->id] |= cell_is_shared(c) && named_part(c->name) == n && !strncmp(c->name, s->name, n);
    }
    return inner;
}
