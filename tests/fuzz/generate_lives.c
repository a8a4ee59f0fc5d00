/* Programs that allocate, free, leave blocks and functions, and move pointers a little too far now and then; and programs that compute at the
 * limits of their types. Without arbitrary values: what a native run with sanitizers shows is all there is, unless threads run side by
 * side. */
#include "generate.h"
#include "writer.h"

enum { POINTERS = 3, VARIABLES = 6 };

struct gen {
    struct writer w;
    bool computes;
};

/* --- memory --- */

static void access_op(struct gen *g)
{
    unsigned p = below(g, POINTERS), k = below(g, 10) ? below(g, 2) : below(g, 5);
    switch (below(g, 4)) {
    case 0: line(g, "if (p[%u]) p[%u][%u] = (char)sum;", p, p, k); break;
    case 1: line(g, "if (p[%u]) sum += p[%u][%u];", p, p, k); break;
    case 2: line(g, "for (unsigned k = 0; p[%u] && k < %u; k++) p[%u][k] = (char)k;", p, k + 1, p); break;
    default: line(g, "if (p[%u]) memset(p[%u], %u, %u);", p, p, k, k + 1); break;
    }
}

static void pointer_op(struct gen *g)
{
    unsigned p = below(g, POINTERS), q = below(g, POINTERS);
    switch (below(g, 8)) {
    case 0:
    case 1: line(g, "p[%u] = calloc(%u, 1);", p, 1 + below(g, 4)); break;
    case 2: line(g, "p[%u] = p[%u];", p, q); break;
    case 3: line(g, "if (p[%u]) p[%u] = p[%u] + %u;", q, p, q, below(g, 2)); break;
    case 4: line(g, "p[%u] = bytes + %u;", p, below(g, 3)); break;
    case 5: line(g, "p[%u] = give(own, %u);", p, below(g, 8) ? below(g, 2) : 2); break;
    case 6: line(g, "p[%u] = 0;", p); break;
    default: line(g, "p[%u] = own;", p); break;
    }
}

static void lives_op(struct gen *g, unsigned depth)
{
    unsigned p = below(g, POINTERS);
    switch (below(g, 9)) {
    case 0:
        line(g, "free(p[%u]);", p);
        if (below(g, 3))
            line(g, "p[%u] = 0;", p);
        break;
    case 1:
        if (depth == 0)
            break;
        line(g, "{ char inner[2] = {1, 2}; if (sum & 1) p[%u] = inner;", p);
        g->w.indent++;
        lives_op(g, depth - 1);
        g->w.indent--;
        line(g, "%s}", below(g, 4) ? "for (int k = 0; k < 3; k++) if (p[k] == inner) p[k] = 0; " : "");
        break;
    case 2:
    case 3:
    case 4: pointer_op(g); break;
    default: access_op(g); break;
    }
}

/* --- arithmetic --- */

static const char *variable(struct gen *g)
{
    static const char *const names[VARIABLES] = {"a", "b", "c", "s", "h", "u"};
    return names[below(g, VARIABLES)];
}

static const char *operand(struct gen *g)
{
    static const char *const constants[] = {"1", "-1", "2", "3", "7", "INT_MAX", "INT_MIN", "100000", "-46341", "0"};
    return below(g, 2) ? variable(g) : constants[below(g, below(g, 3) ? 5 : 10)];
}

static void limits_op(struct gen *g, unsigned depth)
{
    static const char *const operators[] = {"+", "-", "*", "+", "-", "*", "/", "%"};
    const char *to = variable(g), *x = operand(g), *y = operand(g);
    switch (below(g, 9)) {
    case 0: line(g, "%s %s= %s;", to, operators[below(g, 6)], x); break;
    case 1: line(g, "%s%s;", to, below(g, 2) ? "++" : "--"); break;
    case 2: line(g, "%s = -%s;", to, variable(g)); break;
    case 3: line(g, "%s = %s %s (%s & 31);", to, variable(g), below(g, 2) ? "<<" : ">>", x); break;
    case 4: line(g, "if (%s %s %s) %s = %s;", x, below(g, 2) ? "<" : "!=", variable(g), to, y); break;
    case 5:
        line(g, "for (int k = 0; k < %u; k++)", 1 + below(g, 3));
        g->w.indent++;
        line(g, "%s += %s;", to, variable(g));
        g->w.indent--;
        break;
    case 6: line(g, "if (%s) %s = %s %s %s;", y, to, variable(g), below(g, 2) ? "/" : "%", y); break;
    default: line(g, "%s = %s %s %s;", to, variable(g), operators[below(g, 8)], x); break;
    }
    if (depth && below(g, 3) == 0)
        limits_op(g, depth - 1);
}

/* --- programs --- */

static void function(struct gen *g, const char *name, unsigned size)
{
    line(g, "static void %s(char *own)\n{", name);
    g->w.indent++;
    for (unsigned i = 0; i < size; i++)
        if (g->computes)
            limits_op(g, 1);
        else
            lives_op(g, 1);
    line(g, "own[0] = 0;");
    g->w.indent--;
    line(g, "}\n");
}

static void program(struct text *out, uint64_t seed, bool computes, bool together)
{
    struct gen gen = {.w = {.out = out, .r = {seed}}, .computes = computes}, *g = &gen;
    line(g, "#include <limits.h>\n#include <pthread.h>\n#include <stdlib.h>\n#include <string.h>\n");
    line(g, "static char *p[%d], bytes[4];\nstatic int a = INT_MAX - 2, b = 3, sum = 1;\nstatic long c = -5;", POINTERS);
    line(g, "static short s = 32000;\nstatic signed char h = -100;\nstatic unsigned u = 4;\n");
    line(g, "static char *give(char *theirs, int which)\n{");
    line(g, "    char own[2] = {1, 2};\n    return which == 0 ? theirs : which == 1 ? calloc(2, 1) : own + (theirs == 0);\n}\n");
    function(g, "first", 2 + below(g, 3));
    function(g, "second", 2 + below(g, 3));
    line(g, "static void *run(void *x)\n{\n    char own[3] = {0};\n    second(own);\n    return x;\n}\n");
    line(g, "int main(void)\n{\n    pthread_t t;\n    char own[3] = {0};");
    g->w.indent++;
    if (below(g, 2))
        line(g, "first(own);");
    line(g, "pthread_create(&t, 0, run, 0);");
    if (!together)
        line(g, "pthread_join(t, 0);");
    line(g, "first(own);");
    if (together)
        line(g, "pthread_join(t, 0);");
    line(g, "return 0;");
    g->w.indent--;
    line(g, "}");
}

void generate_lives(struct text *out, uint64_t seed) { program(out, seed, false, false); }
void generate_lives_together(struct text *out, uint64_t seed) { program(out, seed, false, true); }
void generate_limits(struct text *out, uint64_t seed) { program(out, seed, true, false); }
