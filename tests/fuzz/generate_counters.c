/* The generator of programs with loops over counters that nothing bounds, or an arbitrary number does: a few threads
 * count up and down, atomically, under a lock or just so, and compare what they have counted; main may set counters
 * before and after it creates them. Half of the programs count in bytes, which wrap around soon: exhaustive exploration
 * comes to an end there. In every third, threads use shared counters only to say that they are there. */
#include "generate.h"
#include "random.h"

#include <stdio.h>

enum { SHARED = 3, OWN = 2 };

struct gen {
    struct text *out;
    struct random r;
    unsigned indent, depth, budget;
    bool inside; /* a lock, or an atomic section */
    bool enter;  /* shared counters say who is there */
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
    if (g->enter || below(g, 4) == 0) {
        line(g, "__atomic_fetch_%s(&x%u, 1, 5);", below(g, 3) ? "add" : "sub", below(g, SHARED));
        return;
    }
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

/* Counts itself in and out of a shared counter. */
static void visit(struct gen *g)
{
    unsigned x = below(g, SHARED);
    char a[32];
    line(g, "__atomic_fetch_add(&x%u, 1, 5);", x);
    if (below(g, 2))
        line(g, "if (x%u == %u) x%u = %u;", (x + 1) % SHARED, below(g, 3), (x + 2) % SHARED, below(g, 3));
    if (below(g, 2))
        line(g, "assert(x%u %s %u);", x, below(g, 2) ? "!=" : ">=", below(g, 3));
    else
        line(g, "assert(%s);", condition(g, a));
    line(g, "__atomic_fetch_sub(&x%u, 1, 5);", x);
}

static void body(struct gen *g, unsigned budget)
{
    char a[32];
    line(g, "%s i0 = 0, i1 = 0;", g->type);
    g->budget = budget;
    if (g->enter)
        visit(g);
    while (g->budget > 0 && !(g->enter && below(g, 2)))
        statements(g, 4);
    line(g, "assert(%s);", condition(g, a));
}

/* Main sets a counter, or does not. */
static void set(struct gen *g)
{
    if (below(g, 3) == 0)
        line(g, "x%u = %u;", below(g, SHARED), below(g, 3));
}

void generate_counters(struct text *out, uint64_t seed)
{
    struct gen g = {.out = out, .r = {seed}, .type = seed % 2 ? "unsigned char" : "int", .enter = seed % 3 == 0};
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
    set(&g);
    set(&g);
    for (unsigned t = 0; t < threads; t++) {
        if (g.enter && below(&g, 3) == 0)
            line(&g, "for (int k = 0; k < 2; k++)");
        else if (g.enter && t + 1 == threads && below(&g, 2))
            line(&g, "while (1)");
        line(&g, "pthread_create(&id, 0, worker%u, 0);", t);
        if (t == 0)
            set(&g);
    }
    body(&g, below(&g, 3));
    line(&g, "return 0;");
    g.indent = 0;
    line(&g, "}");
}
