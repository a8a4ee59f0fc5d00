/* The generator of programs that copy arbitrary integers and compare them for equality; every fourth also lets small ones
 * through and counts with them. Shared: y0, y1, y2; every thread has locals u0, u1; one mutex. */
#include "generate.h"
#include "writer.h"

#include <stdio.h>

struct gen {
    struct writer w;
    unsigned depth, budget;
    bool locked, counts;
};

static const char *term(struct gen *g, char *buffer, bool constants)
{
    unsigned k = below(g, constants ? 7 : 5);
    if (k < 3)
        sprintf(buffer, "y%u", k);
    else if (k < 5)
        sprintf(buffer, "u%u", k - 3);
    else
        sprintf(buffer, "%u", below(g, 2) ? 5u : 0u);
    return buffer;
}

static const char *condition(struct gen *g, char *buffer)
{
    char a[8], b[8];
    sprintf(buffer, "%s %s %s", term(g, a, false), below(g, 2) ? "==" : "!=", term(g, b, true));
    return buffer;
}

static void statements(struct gen *g, unsigned most)
{
    char a[32], b[8];
    for (unsigned n = 1 + below(g, most); n > 0 && g->budget > 0; n--) {
        g->budget--;
        g->depth++;
        switch (below(g, g->depth > 2 ? 6 : 9)) {
        case 0: line(g, "u%u = __VERIFIER_nondet_int();", below(g, 2)); break;
        case 1:
            if (g->counts)
                line(g, "{ int v = __VERIFIER_nondet_int(); u0 = v %s %u && v %s %u ? %s : %u; }", below(g, 2) ? ">=" : ">",
                     below(g, 3), below(g, 2) ? "<" : "<=", 2 + below(g, 20), below(g, 2) ? "v & 7" : "(v + 1) & 3", below(g, 3));
            else
                line(g, "y%u = __VERIFIER_nondet_int();", below(g, 3));
            break;
        case 2:
        case 3: line(g, "%s = %s;", term(g, b, false), term(g, a, true)); break;
        case 4:
        case 5: line(g, "assert(%s);", condition(g, a)); break;
        case 6:
        case 7:
            line(g, "if (%s) {", condition(g, a));
            g->w.indent++;
            statements(g, 2);
            g->w.indent--;
            line(g, "}");
            break;
        default:
            if (g->locked)
                break;
            line(g, "pthread_mutex_lock(&m);");
            g->locked = true;
            statements(g, 3);
            g->locked = false;
            line(g, "pthread_mutex_unlock(&m);");
        }
        g->depth--;
    }
}

void generate_copies(struct text *out, uint64_t seed)
{
    struct gen g = {.w = {out, {seed}, 0}};
    unsigned threads = below(&g, 4);
    g.counts = seed % 4 == 0;
    line(&g, "#include <assert.h>");
    line(&g, "#include <pthread.h>");
    line(&g, "extern int __VERIFIER_nondet_int(void);");
    line(&g, "int y0, y1 = %u, y2;", below(&g, 2) ? 5u : 0u);
    line(&g, "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;");
    line(&g, "void *worker(void *arg)");
    line(&g, "{");
    g.w.indent = 1;
    g.budget = 2 + below(&g, 6);
    line(&g, "int u0 = 0, u1%s;", below(&g, 2) ? " = 5" : "");
    while (g.budget > 0)
        statements(&g, 3);
    line(&g, "assert(%s);", condition(&g, (char[32]){0}));
    line(&g, "return arg;");
    g.w.indent = 0;
    line(&g, "}");
    line(&g, "int main(void)");
    line(&g, "{");
    g.w.indent = 1;
    line(&g, "int u0 = 0, u1 = 5; pthread_t id;");
    g.budget = below(&g, 3);
    statements(&g, 3);
    if (threads)
        line(&g, "for (int i = 0; i < %u; i++) pthread_create(&id, 0, worker, 0);", threads == 3 ? 3u : 2u);
    else
        line(&g, "while (1) pthread_create(&id, 0, worker, 0);");
    g.budget = below(&g, 3);
    statements(&g, 3);
    line(&g, "return 0;");
    g.w.indent = 0;
    line(&g, "}");
}
