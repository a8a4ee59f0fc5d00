/* The generator of programs about who is who: several threads of one function that differ in their arguments, results,
 * ids and own slots. Shared: x0, x1 (0..3), own (an id), id[] (of all threads), slot[] and seen[] (by argument), one
 * lock of each sort, perhaps a recursive function; every thread has locals t0, t1 and a thread-local variable. */
#include "generate.h"
#include "writer.h"

#include <stdio.h>

struct gen {
    struct writer w;
    unsigned depth, budget;
    bool is_main, locked, checks; /* checks: every thread ends with an assertion */
    bool feature[12];
};

/* Who: something of type pthread_t. */
static const char *who(struct gen *g)
{
    static const char *const choices[] = {"own", "pthread_self()", "pthread_self()", "id[0]", "id[1]", "w", "w"};
    return choices[below(g, 7)];
}

static const char *condition(struct gen *g, char *buffer)
{
    switch (below(g, g->is_main ? 8 : 10)) {
    case 0: sprintf(buffer, "pthread_equal(%s, %s)", who(g), who(g)); break;
    case 1: sprintf(buffer, "own == 0"); break;
    case 2: sprintf(buffer, "%s != %s", who(g), who(g)); break;
    case 3: sprintf(buffer, "slot[%u] == %u", below(g, 3), below(g, 3)); break;
    case 4: sprintf(buffer, "x%u == %u", below(g, 2), below(g, 4)); break;
    case 5: sprintf(buffer, "x%u <= t%u", below(g, 2), below(g, 2)); break;
    case 6: sprintf(buffer, "t%u == %u", below(g, 2), below(g, 4)); break;
    case 7: sprintf(buffer, "mine == %u", below(g, 2)); break;
    case 8: sprintf(buffer, "slot[n] == %u", below(g, 3)); break;
    default: sprintf(buffer, "n == %u", below(g, 3)); break;
    }
    return buffer;
}

static const char *number(struct gen *g, char *buffer)
{
    switch (below(g, g->is_main ? 6 : 9)) {
    case 0: sprintf(buffer, "%u", below(g, 4)); break;
    case 1: sprintf(buffer, "x%u", below(g, 2)); break;
    case 2: sprintf(buffer, "t%u", below(g, 2)); break;
    case 3: sprintf(buffer, "slot[%u]", below(g, 3)); break;
    case 4: sprintf(buffer, "mine"); break;
    case 5: sprintf(buffer, "%s", g->feature[0] ? "(int)(pthread_self() & 3)" : "1"); break;
    case 6: sprintf(buffer, "slot[n]"); break;
    case 7: sprintf(buffer, "slot[(n + 1) %% 3]"); break;
    default: sprintf(buffer, "n"); break;
    }
    return buffer;
}

static void statements(struct gen *g, unsigned most);

static void indented(struct gen *g, unsigned most)
{
    g->w.indent++;
    statements(g, most);
    g->w.indent--;
    line(g, "}");
}

static void locked(struct gen *g)
{
    static const char *const locks[] = {"pthread_mutex_lock(&m)",
                                        "pthread_rwlock_rdlock(&rw)",
                                        "pthread_rwlock_wrlock(&rw)",
                                        "pthread_spin_lock(&sp)",
                                        "while (!atomic_compare_exchange_strong(&hand, &(pthread_t){0}, pthread_self()))",
                                        "while (atomic_exchange(&flag, 1))"};
    static const char *const unlocks[] = {"pthread_mutex_unlock(&m)",
                                          "pthread_rwlock_unlock(&rw)",
                                          "pthread_rwlock_unlock(&rw)",
                                          "pthread_spin_unlock(&sp)",
                                          "hand = 0",
                                          "flag = 0"};
    unsigned k = below(g, 6);
    if (g->locked || (k == 5 && !g->feature[1]))
        return;
    line(g, "%s;", locks[k]);
    g->locked = true;
    statements(g, 3);
    if (k == 4 && below(g, 2))
        line(g, "assert(hand == pthread_self());");
    g->locked = false;
    line(g, "%s;", unlocks[k]);
}

static void statement(struct gen *g)
{
    char a[64], b[64];
    g->budget--;
    g->depth++;
    switch (below(g, g->depth > 2 ? 11 : 17)) {
    case 0: line(g, "own = %s;", below(g, 3) ? "pthread_self()" : who(g)); break;
    case 1: line(g, "w = %s;", who(g)); break;
    case 2:
        if (g->is_main)
            line(g, "slot[%u] = %s;", below(g, 3), number(g, a));
        else
            line(g, "slot[%s] = %s & 3;", below(g, 3) ? "n" : "t0 % 3", number(g, a));
        break;
    case 3: line(g, "x%u = %s & 3;", below(g, 2), number(g, a)); break;
    case 4: line(g, "x%u = (x%u + 1) & 3;", below(g, 2), below(g, 2)); break;
    case 5: line(g, "t%u = %s & 3;", below(g, 2), number(g, a)); break;
    case 6: line(g, "mine = %s & 3;", number(g, a)); break;
    case 7:
    case 8: line(g, "assert(%s);", condition(g, a)); break;
    case 9:
        if (g->feature[5])
            line(g, "t%u = down(%u);", below(g, 2), 1 + below(g, 2));
        else
            line(g, "t%u = __VERIFIER_nondet_uchar() & 1;", below(g, 2));
        break;
    case 10: line(g, "x%u = %s ? %s & 3 : 0;", below(g, 2), condition(g, a), number(g, b)); break;
    case 11:
    case 12:
        line(g, "if (%s) {", condition(g, a));
        indented(g, 2);
        break;
    case 13:
        if (g->feature[2] && !g->locked)
            line(g, "pthread_once(&once, init);");
        break;
    case 14:
        if (g->feature[3] && !g->locked && !g->is_main)
            line(g, "pthread_barrier_wait(&bar);");
        break;
    case 15: locked(g); break;
    default:
        if (g->feature[4] && !g->locked && !g->is_main)
            line(g, "{ void *r; pthread_join(%s, &r); t%u = (int)(long)r & 3; }", below(g, 2) ? "id[0]" : "w", below(g, 2));
        break;
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
    line(g, "#define _GNU_SOURCE");
    line(g, "#include <assert.h>");
    line(g, "#include <pthread.h>");
    line(g, "#include <stdatomic.h>");
    line(g, "extern unsigned char __VERIFIER_nondet_uchar(void);");
    line(g, "int x0 = %u, x1;", below(g, 2));
    line(g, "pthread_t own, id[4];");
    line(g, "unsigned char slot[3]%s;", below(g, 3) ? "" : " = {1, 0, 2}");
    line(g, "_Thread_local int mine%s;", below(g, 3) ? "" : " = 1");
    line(g, "_Atomic pthread_t hand;");
    line(g, "atomic_int flag;");
    line(g, "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;");
    line(g, "pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;");
    line(g, "pthread_spinlock_t sp;");
    line(g, "pthread_once_t once = PTHREAD_ONCE_INIT;");
    line(g, "pthread_barrier_t bar;");
    line(g, "static void init(void) { x1 = (x1 + 1) & 3; }");
    if (g->feature[5]) {
        line(g, "static int down(int n) { if (n == 0) return x0; %s int r = down(n - 1); %s return (r + %s) & 3; }",
             below(g, 2) ? "own = pthread_self();" : "x0 = (x0 + 1) & 3;", below(g, 2) ? "assert(own == pthread_self());" : "",
             below(g, 2) ? "x1" : "n");
    }
}

static void thread(struct gen *g, const char *name, unsigned size, const char *creates)
{
    line(g, "void *%s(void *arg)", name);
    line(g, "{");
    g->w.indent = 1;
    g->budget = size;
    line(g, "unsigned n = (unsigned)(unsigned long)arg %% 3;");
    line(g, "int t0 = %u, t1 = 0; pthread_t w = %s;", below(g, 2), below(g, 2) ? "pthread_self()" : "own");
    while (g->budget > 0)
        statements(g, 3);
    if (creates) {
        line(g, "pthread_t other; pthread_create(&other, 0, %s, (void *)%u);", creates, below(g, 3));
        line(g, "w = other;");
        if (below(g, 2))
            line(g, "pthread_join(w, 0);");
    }
    if (g->checks) { /* the first holds, the second often not */
        line(g, "assert(x%u <= 3);", below(g, 2));
        line(g, "assert(%s);", condition(g, (char[64]){0}));
    }
    switch (below(g, 4)) {
    case 0: line(g, "return (void *)(long)t0;"); break;
    case 1: line(g, "return (void *)(long)n;"); break;
    case 2: line(g, "return (void *)pthread_self();"); break;
    default: line(g, "return 0;"); break;
    }
    g->w.indent = 0;
    line(g, "}");
}

static void create(struct gen *g, unsigned n, const char *function)
{
    switch (below(g, 4)) {
    case 0: line(g, "pthread_create(&id[%u], 0, %s, (void *)%u);", n, function, below(g, 3)); break;
    case 1: line(g, "pthread_create(&id[%u], 0, %s, (void *)(long)t0);", n, function); break;
    case 2: line(g, "pthread_create(&id[%u], 0, %s, 0);", n, function); break;
    default: line(g, "pthread_create(&id[%u], 0, %s, (void *)%u);", n, function, n); break;
    }
}

static void join(struct gen *g, unsigned n)
{
    switch (below(g, 4)) {
    case 0: break;
    case 1: line(g, "{ void *r; pthread_join(id[%u], &r); t%u = (int)(long)r & 3; }", n, below(g, 2)); break;
    case 2: line(g, "{ pthread_t j = id[%u]; pthread_join(j, 0); }", n); break;
    default: line(g, "pthread_join(id[%u], 0);", n); break;
    }
}

void generate_identity(struct text *out, uint64_t seed)
{
    struct gen g = {.w = {out, {seed}, 0}};
    for (unsigned i = 0; i < 12; i++)
        g.feature[i] = below(&g, 4) == 0;
    prelude(&g);
    bool two = below(&g, 4) == 0, nested = two && below(&g, 2);
    unsigned copies = two ? 2 : 2 + (below(&g, 4) == 0), size = 2 + below(&g, copies + two > 2 ? 3 : 5);
    thread(&g, "worker", size, NULL);
    if (two)
        thread(&g, "other", 2, nested ? "worker" : NULL);
    line(&g, "int main(void)");
    line(&g, "{");
    g.w.indent = 1;
    g.is_main = true;
    line(&g, "int t0 = 0, t1 = 0; pthread_t w = 0;");
    line(&g, "pthread_barrier_init(&bar, 0, %u);", below(&g, 3) ? copies : 2);
    g.budget = below(&g, 3);
    statements(&g, 2);
    if (below(&g, 3) == 0) {
        line(&g, "for (long i = 0; i < %u; i++) pthread_create(&id[i], 0, worker, (void *)%s);", copies, below(&g, 2) ? "i" : "1l");
    } else {
        for (unsigned i = 0; i < copies; i++) {
            create(&g, i, "worker");
            g.budget = below(&g, 3) == 0;
            statements(&g, 1);
        }
    }
    if (two)
        create(&g, copies, "other");
    g.budget = below(&g, 3);
    statements(&g, 2);
    for (unsigned i = 0; i < copies + two; i++)
        join(&g, i);
    g.budget = below(&g, 4);
    statements(&g, 2);
    line(&g, "assert(%s);", condition(&g, (char[64]){0}));
    line(&g, "return 0;");
    g.w.indent = 0;
    line(&g, "}");
}

void generate_crowd(struct text *out, uint64_t seed)
{
    struct gen g = {.w = {out, {seed}, 0}};
    for (unsigned i = 0; i < 12; i++)
        g.feature[i] = i != 3 && i != 4 && below(&g, 4) == 0;
    prelude(&g);
    g.checks = true; /* main, which never ends, does not */
    thread(&g, "worker", 2 + below(&g, 4), NULL);
    line(&g, "int main(void)");
    line(&g, "{");
    g.w.indent = 1;
    line(&g, "pthread_t last; long i = 0;");
    line(&g, "while (1)");
    line(&g, "    pthread_create(%s, 0, worker, (void *)%s);", below(&g, 3) ? "&last" : "&id[1]", below(&g, 2) ? "0" : "(i++ & 1)");
    g.w.indent = 0;
    line(&g, "}");
}
