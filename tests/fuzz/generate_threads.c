/* The generator of multi-threaded programs. Shared variables: x0.. (int, values 0..3), f0.. (flags), a[3], s.p and s.q,
 * atomics c0.., mutexes m0..; every thread has locals t0.. . Each statement is written so that values stay within 0..3. */
#include "generate.h"
#include "writer.h"

#include <stdio.h>

enum { INTS = 3, FLAGS = 2, MUTEXES = 2, ATOMICS = 2, LOCALS = 2 };

struct gen {
    struct writer w;
    unsigned depth;  /* of nesting */
    unsigned budget; /* statements left */
    bool in_atomic, in_loop;
    unsigned held;  /* mutexes held, as bits */
    unsigned loops; /* names of loop counters */
};

/* A value within 0..3, as text in buffer. */
static const char *value(struct gen *g, char *buffer, bool shared)
{
    switch (below(g, shared ? 8 : 3)) {
    case 0: sprintf(buffer, "%u", below(g, 4)); break;
    case 1:
    case 2: sprintf(buffer, "t%u", below(g, LOCALS)); break;
    case 3:
    case 4: sprintf(buffer, "x%u", below(g, INTS)); break;
    case 5: sprintf(buffer, "a[%u]", below(g, 3)); break;
    case 6: sprintf(buffer, "%s", below(g, 2) ? "s.p" : "s.q"); break;
    default: sprintf(buffer, "f%u", below(g, FLAGS)); break;
    }
    return buffer;
}

static const char *condition(struct gen *g, char *buffer, bool shared)
{
    static const char *const ops[] = {"==", "!=", "<", "<=", ">", ">="};
    char a[32], b[32];
    value(g, a, shared);
    switch (below(g, 4)) {
    case 0: sprintf(buffer, "%s", a); break;
    case 1: sprintf(buffer, "%s %s %s", a, ops[below(g, 6)], value(g, b, false)); break;
    default: sprintf(buffer, "%s %s %u", a, ops[below(g, 6)], below(g, 4)); break;
    }
    return buffer;
}

static const char *target(struct gen *g, char *buffer)
{
    switch (below(g, 7)) {
    case 0:
    case 1: sprintf(buffer, "x%u", below(g, INTS)); break;
    case 2: sprintf(buffer, "a[%u]", below(g, 3)); break;
    case 3: sprintf(buffer, "%s", below(g, 2) ? "s.p" : "s.q"); break;
    case 4: sprintf(buffer, "a[t%u %% 3]", below(g, LOCALS)); break;
    default: sprintf(buffer, "t%u", below(g, LOCALS)); break;
    }
    return buffer;
}

static void statements(struct gen *g, unsigned most);

static void assignment(struct gen *g)
{
    char to[32], a[32], b[32];
    target(g, to);
    switch (below(g, 6)) {
    case 0: line(g, "%s = (%s + %s) & 3;", to, value(g, a, true), value(g, b, true)); break;
    case 1: line(g, "%s = (%s - %s) & 3;", to, value(g, a, true), value(g, b, false)); break;
    case 2: line(g, "%s = %s ^ %s;", to, value(g, a, true), value(g, b, false)); break;
    case 3: line(g, "%s = %s ? %s : %u;", to, value(g, a, true), value(g, b, false), below(g, 4)); break;
    default: line(g, "%s = %s;", to, value(g, a, true)); break;
    }
}

static void branch(struct gen *g)
{
    char c[96];
    line(g, "if (%s) {", condition(g, c, true));
    g->w.indent++;
    statements(g, 2);
    g->w.indent--;
    if (below(g, 2)) {
        line(g, "} else {");
        g->w.indent++;
        statements(g, 2);
        g->w.indent--;
    }
    line(g, "}");
}

static void loop(struct gen *g)
{
    char c[96];
    bool outer = g->in_loop;
    g->in_loop = true;
    unsigned name = g->loops++;
    if (below(g, 3) || g->in_atomic) {
        line(g, "for (int i%u = 0; i%u < %u; i%u++) {", name, name, 1 + below(g, 2), name);
        g->w.indent++;
        statements(g, 2);
    } else {
        line(g, "while (%s) {", condition(g, c, true));
        g->w.indent++;
        if (below(g, 2))
            statements(g, 1);
    }
    g->w.indent--;
    line(g, "}");
    g->in_loop = outer;
}

static void critical(struct gen *g)
{
    unsigned m = below(g, MUTEXES);
    if (g->held >> m & 1)
        return;
    bool tried = below(g, 5) == 0;
    if (tried) {
        line(g, "if (pthread_mutex_trylock(&m%u) == 0) {", m);
        g->w.indent++;
    } else
        line(g, "pthread_mutex_lock(&m%u);", m);
    g->held |= 1u << m;
    if (!g->in_atomic && below(g, 4) == 0)
        critical(g); /* two at a time, in either order */
    statements(g, 3);
    g->held &= ~(1u << m);
    line(g, "pthread_mutex_unlock(&m%u);", m);
    if (tried) {
        g->w.indent--;
        line(g, "}");
    }
}

static void atomic_section(struct gen *g)
{
    if (g->in_atomic || g->held)
        return;
    g->in_atomic = true;
    line(g, "__VERIFIER_atomic_begin();");
    statements(g, 3);
    line(g, "__VERIFIER_atomic_end();");
    g->in_atomic = false;
}

static void atomic_operation(struct gen *g)
{
    unsigned c = below(g, ATOMICS), t = below(g, LOCALS);
    switch (below(g, 5)) {
    case 0: line(g, "atomic_fetch_xor(&c%u, %u);", c, below(g, 4)); break;
    case 1: line(g, "t%u = atomic_exchange(&c%u, %u) & 3;", t, c, below(g, 4)); break;
    case 2: line(g, "{ int e = t%u; t%u = atomic_compare_exchange_strong(&c%u, &e, %u); }", t, t, c, below(g, 4)); break;
    case 3: line(g, "c%u = t%u;", c, t); break;
    default: line(g, "t%u = c%u & 3;", t, c); break;
    }
}

static void statement(struct gen *g)
{
    char c[96], v[32];
    unsigned deep = g->depth > 2 ? 4 : 0;
    g->budget--;
    g->depth++;
    switch (below(g, 20 - deep)) {
    case 0: line(g, "f%u = %u;", below(g, FLAGS), below(g, 2)); break;
    case 1: line(g, "assert(%s);", condition(g, c, true)); break;
    case 2: line(g, "__VERIFIER_assume(%s);", condition(g, c, below(g, 2))); break;
    case 3: line(g, "t%u = __VERIFIER_nondet_uchar() & %u;", below(g, LOCALS), below(g, 2) ? 1 : 3); break;
    case 4:
    case 5: atomic_operation(g); break;
    case 6: line(g, "bump(&%s);", below(g, 2) ? "x0" : below(g, 2) ? "s.q" : "a[1]"); break;
    case 7: line(g, "t%u = twice(%s) & 3;", below(g, LOCALS), value(g, v, true)); break;
    case 16: branch(g); break;
    case 17: loop(g); break;
    case 18: critical(g); break;
    case 19: atomic_section(g); break;
    default: assignment(g); break;
    }
    g->depth--;
}

static void statements(struct gen *g, unsigned most)
{
    for (unsigned n = 1 + below(g, most); n > 0 && g->budget > 0; n--)
        statement(g);
}

static void prelude(struct gen *g)
{
    line(g, "#include <assert.h>");
    line(g, "#include <pthread.h>");
    line(g, "#include <stdatomic.h>");
    line(g, "extern void __VERIFIER_assume(int);");
    line(g, "extern unsigned char __VERIFIER_nondet_uchar(void);");
    line(g, "extern void __VERIFIER_atomic_begin(void);");
    line(g, "extern void __VERIFIER_atomic_end(void);");
    for (unsigned i = 0; i < INTS; i++)
        line(g, "int x%u = %u;", i, below(g, 3));
    for (unsigned i = 0; i < FLAGS; i++)
        line(g, "_Bool f%u;", i);
    line(g, "unsigned char a[3] = {%u, %u};", below(g, 4), below(g, 4));
    line(g, "struct { short p; int q; } s;");
    for (unsigned i = 0; i < ATOMICS; i++)
        line(g, "atomic_int c%u;", i);
    for (unsigned i = 0; i < MUTEXES; i++)
        line(g, "pthread_mutex_t m%u = PTHREAD_MUTEX_INITIALIZER;", i);
    line(
        g,
        "static void bump(void *p) { int *q = p; if ((char *)p == (char *)&a[1]) a[1] = (a[1] + 1) & 3; else *q = (*q + 1) & 3; }");
    line(g, "static int twice(int v) { return v + v; }");
}

static void thread(struct gen *g, const char *name, unsigned size, bool argument)
{
    line(g, "void *%s(void *arg)", name);
    line(g, "{");
    g->w.indent = 1;
    g->budget = size;
    line(g, "int t0 = %s, t1 = 0;", argument ? "(int)(long)arg" : "0");
    while (g->budget > 0)
        statements(g, 3);
    if (!argument) { /* of any number of threads: main, which never ends, checks nothing. The first holds, the second often not */
        line(g, "assert(x%u >= 0 && x%u <= 3);", below(g, INTS), below(g, INTS));
        line(g, "assert(%s);", condition(g, (char[96]){0}, true));
    }
    line(g, "return (void *)(long)t%u;", below(g, LOCALS));
    g->w.indent = 0;
    line(g, "}");
}

static void main_tail(struct gen *g)
{
    char c[96];
    g->budget = below(g, 4);
    while (g->budget > 0)
        statements(g, 2);
    line(g, "assert(%s);", condition(g, c, true));
    line(g, "return 0;");
    g->w.indent = 0;
    line(g, "}");
}

void generate_threads(struct text *out, uint64_t seed)
{
    struct gen g = {.w = {out, {seed}, 0}};
    prelude(&g);
    unsigned kinds = 1 + below(&g, 2), copies = kinds == 1 ? 2 : 1 + (below(&g, 4) == 0);
    unsigned size = 2 + below(&g, kinds + copies > 3 ? 3 : 5);
    for (unsigned k = 0; k < kinds; k++)
        thread(&g, k ? "second" : "first", size, true);
    line(&g, "int main(void)");
    line(&g, "{");
    g.w.indent = 1;
    line(&g, "int t0 = 0, t1 = 0;");
    line(&g, "pthread_t id[4];");
    g.budget = below(&g, 3);
    while (g.budget > 0)
        statements(&g, 2);
    unsigned n = 0;
    if (copies > 1 && below(&g, 2)) {
        line(&g, "for (int i = 0; i < %u; i++)", copies);
        line(&g, "    pthread_create(&id[i], 0, first, (void *)(long)i);");
        n = copies;
    } else
        for (; n < copies; n++)
            line(&g, "pthread_create(&id[%u], 0, first, (void *)%u);", n, below(&g, 3));
    if (kinds > 1)
        line(&g, "pthread_create(&id[%u], 0, second, (void *)%u);", n++, below(&g, 3));
    g.budget = below(&g, 3);
    while (g.budget > 0)
        statements(&g, 1);
    for (unsigned i = 0; i < n; i++)
        if (below(&g, 4)) {
            if (below(&g, 4))
                line(&g, "pthread_join(id[%u], 0);", i);
            else
                line(&g, "{ void *r; pthread_join(id[%u], &r); t%u = (int)(long)r & 3; }", i, below(&g, LOCALS));
        }
    main_tail(&g);
}

void generate_unbounded(struct text *out, uint64_t seed)
{
    struct gen g = {.w = {out, {seed}, 0}};
    prelude(&g);
    thread(&g, "worker", 2 + below(&g, 4), false);
    line(&g, "int main(void)");
    line(&g, "{");
    g.w.indent = 1;
    line(&g, "pthread_t id;");
    line(&g, "while (1)");
    line(&g, "    pthread_create(&id, 0, worker, 0);");
    g.w.indent = 0;
    line(&g, "}");
}
