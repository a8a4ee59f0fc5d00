/* The generator of programs about where bytes are: structs and unions in each other, with gaps, arrays, bit-fields and packed ones;
 * members are set, bytes are set, objects and parts of them are copied in all the ways that C has. Every byte of the objects is
 * defined and counts in the result, but for those that were passed by value: of them only members count, a gap need not be passed on. */
#include "generate.h"
#include "writer.h"

#include <stdio.h>

enum { TYPES = 4, MEMBERS = 4, OBJECTS = 4, PATH = 160 };

enum member_kind { SCALAR, ARRAY, NESTED, BITS };

struct member {
    enum member_kind kind;
    unsigned type;  /* of scalars: index into scalars; NESTED: of types */
    unsigned count; /* ARRAY: elements; BITS: width */
};

struct type {
    bool is_union;
    unsigned members;
    struct member member[MEMBERS];
};

struct gen {
    struct writer w;
    struct type type[TYPES];
    unsigned object[OBJECTS]; /* their types */
};

static const char *const scalars[] = {"char", "unsigned char", "short", "unsigned short",
                                      "int",  "unsigned",      "long",  "unsigned long long"};
enum { SCALARS = sizeof scalars / sizeof *scalars };

static void write_member(struct gen *g, unsigned k, const struct member *m)
{
    switch (m->kind) {
    case SCALAR: line(g, "    %s m%u;", scalars[m->type], k); break;
    case ARRAY: line(g, "    %s m%u[%u];", scalars[m->type], k, m->count); break;
    case NESTED: line(g, m->count > 1 ? "    T%u m%u[%u];" : "    T%u m%u;", m->type, k, m->count); break;
    case BITS: line(g, "    %s m%u : %u;", scalars[m->type], k, m->count); break;
    }
}

static void write_type(struct gen *g, unsigned t)
{
    struct type *s = &g->type[t];
    s->is_union = below(g, 4) == 0;
    s->members = 2 + below(g, MEMBERS - 1);
    line(g, "typedef %s {", s->is_union ? "union" : "struct");
    for (unsigned k = 0; k < s->members; k++) {
        struct member *m = &s->member[k];
        unsigned how = below(g, 10);
        m->kind = how < 4 ? SCALAR : how < 6 ? ARRAY : how < 8 && t > 0 ? NESTED : BITS;
        m->type = m->kind == NESTED ? below(g, t) : m->kind == BITS ? 2 + below(g, 4) : below(g, SCALARS);
        m->count = m->kind == BITS ? 1 + below(g, 15) : m->kind == NESTED ? 1 + below(g, 2) : 1 + below(g, 3);
        write_member(g, k, m);
    }
    line(g, "} %sT%u;", below(g, 6) == 0 ? "__attribute__((packed)) " : "", t);
}

/* A scalar in an object of this type, behind its name in path. */
static void scalar_in(struct gen *g, unsigned t, char *path, size_t used)
{
    for (;;) {
        const struct type *s = &g->type[t];
        unsigned k = below(g, s->members);
        const struct member *m = &s->member[k];
        used += (size_t)snprintf(path + used, PATH - used, ".m%u", k);
        if (m->kind == ARRAY || (m->kind == NESTED && m->count > 1))
            used += (size_t)snprintf(path + used, PATH - used, "[%u]", below(g, m->count));
        if (m->kind != NESTED)
            return;
        t = m->type;
    }
}

/* Some object, and a scalar of it. */
static const char *scalar(struct gen *g, char path[PATH])
{
    unsigned o = below(g, OBJECTS);
    scalar_in(g, g->object[o], path, (size_t)snprintf(path, PATH, "o%u", o));
    return path;
}

/* Another object of the same type, or the same one if there is none. */
static unsigned alike(struct gen *g, unsigned o)
{
    unsigned p = o;
    for (unsigned tries = 0; tries < 8 && (p == o || g->object[p] != g->object[o]); tries++)
        p = below(g, OBJECTS);
    return g->object[p] == g->object[o] ? p : o;
}

static void copy_objects(struct gen *g, unsigned a)
{
    unsigned b = alike(g, a), t = g->object[a];
    switch (below(g, 5)) {
    case 0: line(g, "o%u = o%u;", a, b); break;
    case 1: line(g, "if (&o%u != &o%u) memcpy(&o%u, &o%u, sizeof o%u);", a, b, a, b, a); break;
    case 2: line(g, "{ T%u *to = &o%u, *from = &o%u; *to = *from; }", t, a, b); break;
    case 3: line(g, "{ T%u both[2]; both[0] = o%u; both[1] = both[0]; o%u = both[1]; }", t, b, a); break;
    default:
        line(g, "{ struct { char c; T%u t; } box; memset(&box, 7, sizeof box); box.t = o%u; mix(&box, sizeof box); o%u = box.t; }",
             t, b, a);
        break;
    }
}

static void copy_bytes(struct gen *g, unsigned a)
{
    unsigned b = below(g, OBJECTS), from = below(g, 12), to = below(g, 12), n = 1 + below(g, 9);
    switch (below(g, 4)) {
    case 0: line(g, "move(&o%u, sizeof o%u, %u, &o%u, sizeof o%u, %u, %u);", a, a, to, b, b, from, n); break;
    case 1: line(g, "move(&o%u, sizeof o%u, %u, &o%u, sizeof o%u, %u, %u);", a, a, to, a, a, from, n); break;
    case 2: line(g, "if (sizeof o%u >= %u) memset((char *)&o%u + %u, %u, %u);", a, to + n, a, to, below(g, 256), n); break;
    default: line(g, "((unsigned char *)&o%u)[%u %% sizeof o%u] = %u;", a, to, a, below(g, 256)); break;
    }
}

static void statement(struct gen *g)
{
    char a[PATH], b[PATH];
    unsigned o = below(g, OBJECTS), t = g->object[o];
    switch (below(g, 10)) {
    case 0:
    case 1: line(g, "%s = %uu;", scalar(g, a), below(g, 1u << 20)); break;
    case 2: line(g, "%s = %s + 3;", scalar(g, a), scalar(g, b)); break;
    case 3:
    case 4: copy_objects(g, o); break;
    case 5:
    case 6:
    case 7: copy_bytes(g, o); break;
    case 8:
        scalar_in(g, t, a, (size_t)snprintf(a, PATH, "v"));
        line(g, "{ T%u v = same%u(o%u); result = result * 31 + (unsigned long long)%s; }", t, t, o, a);
        break;
    default: line(g, "result = result * 31 + value%u(%u, o%u, %u);", t, below(g, 9), o, below(g, 9)); break;
    }
}

static void write_functions(struct gen *g)
{
    char path[PATH];
    line(g, "static void mix(const void *p, unsigned n)");
    line(g, "{");
    line(g, "    for (unsigned i = 0; i < n; i++) result = result * 31 + ((const unsigned char *)p)[i];");
    line(g, "}");
    line(g, "static void move(void *to, unsigned room, unsigned a, const void *from, unsigned size, unsigned b, unsigned n)");
    line(g, "{");
    line(g, "    if (a + n <= room && b + n <= size) memmove((char *)to + a, (const char *)from + b, n);");
    line(g, "}");
    for (unsigned t = 0; t < TYPES; t++) {
        scalar_in(g, t, path, (size_t)snprintf(path, PATH, "v"));
        line(g, "static T%u same%u(T%u v) { return v; }", t, t, t);
        line(g,
             "static unsigned long long value%u(int before, T%u v, long after) { return (unsigned long long)(before + after) + "
             "(unsigned long long)%s; }",
             t, t, path);
    }
}

void generate_layout(struct text *out, uint64_t seed)
{
    struct gen g = {.w = {out, {seed}, 0}};
    line(&g, "#include <stdio.h>");
    line(&g, "#include <string.h>");
    line(&g, "unsigned long long result;");
    for (unsigned t = 0; t < TYPES; t++)
        write_type(&g, t);
    for (unsigned o = 0; o < OBJECTS; o++) {
        g.object[o] = o < 2 ? TYPES - 1 : below(&g, TYPES);
        line(&g, "T%u o%u;", g.object[o], o);
    }
    write_functions(&g);
    line(&g, "int main(void)");
    line(&g, "{");
    g.w.indent = 1;
    for (unsigned n = 8 + below(&g, 12); n > 0; n--)
        statement(&g);
    for (unsigned o = 0; o < OBJECTS; o++)
        line(&g, "mix(&o%u, sizeof o%u);", o, o);
    line(&g, "printf(\"%%llu\\n\", result);");
    line(&g, "return 0;");
    g.w.indent = 0;
    line(&g, "}");
}
