/* The generator of programs with loops over counters that nothing bounds, or an arbitrary number does: one to three threads
 * count up and down, alone, under a lock or in atomic sections, and compare what they have counted. Half of the programs
 * count in bytes, which wrap around soon: exhaustive exploration comes to an end there. */
#include "generate.h"
#include "random.h"

#include <stdio.h>

enum { SHARED = 3, OWN = 2 };

struct gen {
    struct text *out;
    struct random r;
    unsigned indent, depth, budget;
    bool inside; /* a lock, or an atomic section */
    const char *type;
};

static void line(struct gen *g, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void line(struct gen *g, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    for (unsigned i = 0; i < g->indent; i++)
        text_append(g->out, "    ");
    text_vprintf(g->out, format, args);
    text_char(g->out, '\n');
    va_end(args);
}

static unsigned below(struct gen *g, unsigned n) { return random_below(&g->r, n); }

static const char *counter(struct gen *g, char *buffer)
{
    unsigned k = below(g, SHARED + OWN);
    sprintf(buffer, "%c%u", k < SHARED ? 'x' : 'i', k < SHARED ? k : k - SHARED);
    return buffer;
}

static const char *condition(struct gen *g, char *buffer)
{
    static const char *const relations[] = {"==", "!=", "<", "<=", ">="};
    char a[8], b[8];
    const char *relation = relations[below(g, 5)];
    counter(g, a);
    switch (below(g, 4)) {
    case 0: sprintf(buffer, "%s %s %s", a, relation, counter(g, b)); break;
    case 1: sprintf(buffer, "%s %s n", a, relation); break;
    case 2: sprintf(buffer, "%s %s %s + %u", a, relation, counter(g, b), below(g, 3)); break;
    default: sprintf(buffer, "%s %s %u", a, relation, below(g, 5));
    }
    return buffer;
}

static void count(struct gen *g)
{
    char a[8], b[8];
    counter(g, a);
    switch (below(g, 7)) {
    case 0: line(g, "%s = 0;", a); break;
    case 1: line(g, "%s = %s;", a, counter(g, b)); break;
    case 2: line(g, "%s--;", a); break;
    case 3: line(g, "%s += %u;", a, 2 + below(g, 2)); break;
    default: line(g, "%s++;", a);
    }
}

static void statements(struct gen *g, unsigned most);

static void nested(struct gen *g, const char *head, const char *tail, unsigned most)
{
    line(g, "%s", head);
    g->indent++;
    statements(g, most);
    g->indent--;
    line(g, "%s", tail);
}

static void loop(struct gen *g)
{
    char head[64], a[32];
    if (below(g, 3) == 0) {
        sprintf(head, "while (!(%s)) {", condition(g, a));
    } else if (below(g, 2)) {
        sprintf(head, "for (i%u = 0; i%u < n; i%u++) {", g->depth % OWN, g->depth % OWN, g->depth % OWN);
    } else {
        sprintf(head, "while (__VERIFIER_nondet_int()) {");
    }
    nested(g, head, "}", 3);
}

static void section(struct gen *g)
{
    if (g->inside)
        return;
    bool lock = below(g, 2);
    g->inside = true;
    nested(g, lock ? "pthread_mutex_lock(&m);" : "__VERIFIER_atomic_begin();",
           lock ? "pthread_mutex_unlock(&m);" : "__VERIFIER_atomic_end();", 3);
    g->inside = false;
}

static void statements(struct gen *g, unsigned most)
{
    char a[32], head[64];
    for (unsigned n = 1 + below(g, most); n > 0 && g->budget > 0; n--) {
        g->budget--;
        g->depth++;
        switch (below(g, g->depth > 3 ? 4 : 9)) {
        case 3: line(g, "assert(%s);", condition(g, a)); break;
        case 4:
            sprintf(head, "if (%s) {", condition(g, a));
            nested(g, head, "}", 2);
            break;
        case 5:
        case 6: section(g); break;
        case 7:
        case 8:
            if (!g->inside)
                loop(g);
            break;
        default: count(g);
        }
        g->depth--;
    }
}

static void body(struct gen *g, unsigned budget)
{
    char a[32];
    line(g, "%s i0 = 0, i1 = 0;", g->type);
    g->budget = budget;
    while (g->budget > 0)
        statements(g, 4);
    line(g, "assert(%s);", condition(g, a));
}

void generate_counters(struct text *out, uint64_t seed)
{
    struct gen g = {.out = out, .r = {seed}, .type = seed % 2 ? "unsigned char" : "int"};
    unsigned threads = 1 + below(&g, 2);
    line(&g, "#include <assert.h>");
    line(&g, "#include <pthread.h>");
    line(&g, "extern int __VERIFIER_nondet_int(void);");
    line(&g, "extern void __VERIFIER_atomic_begin(void);");
    line(&g, "extern void __VERIFIER_atomic_end(void);");
    line(&g, "%s x0, x1, x2, n;", g.type);
    line(&g, "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;");
    for (unsigned t = 0; t < threads; t++) {
        line(&g, "void *worker%u(void *arg)", t);
        line(&g, "{");
        g.indent = 1;
        body(&g, 2 + below(&g, 5));
        line(&g, "return arg;");
        g.indent = 0;
        line(&g, "}");
    }
    line(&g, "int main(void)");
    line(&g, "{");
    g.indent = 1;
    line(&g, "pthread_t id;");
    line(&g, "n = __VERIFIER_nondet_int()%s;", below(&g, 2) ? "" : " & 7");
    for (unsigned t = 0; t < threads; t++)
        line(&g, "pthread_create(&id, 0, worker%u, 0);", t);
    body(&g, below(&g, 3));
    line(&g, "return 0;");
    g.indent = 0;
    line(&g, "}");
}
