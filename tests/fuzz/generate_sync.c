/* The generator of programs about ways to wait: mutexes of all kinds, tried and timed; condition variables, waited for in a loop or
 * not, with a time limit or not; semaphores, read-write locks, barriers, keys with destructors. Results of calls decide what
 * happens next. Where misuse is asked for, locks are released by whoever likes to. */
#include "generate.h"
#include "writer.h"

#include <stdio.h>

enum { NORMAL, RECURSIVE, CHECKED, RWLOCK, SPIN, SEMAPHORE, CONDITION, BARRIER, KEY, MISUSE, CROSSING, FEATURES };

struct gen {
    struct writer w;
    unsigned depth, budget, held; /* locks held, as bits by feature */
    bool is_main;
    bool has[FEATURES];
};

static const char *value(struct gen *g)
{
    static const char *const choices[] = {"0", "1", "2", "t", "x", "y"};
    return choices[below(g, 6)];
}

static const char *condition(struct gen *g, char *buffer)
{
    static const char *const ops[] = {"==", "!=", "<=", ">"};
    sprintf(buffer, "%s %s %u", below(g, 3) ? below(g, 2) ? "x" : "y" : "t", ops[below(g, 4)], below(g, 3));
    return buffer;
}

static void statements(struct gen *g, unsigned most);

static const char *try_lock(struct gen *g, unsigned k)
{
    static const char *const timed[] = {"pthread_mutex_timedlock(&m, &soon)", "pthread_mutex_timedlock(&r, &soon)",
                                        "pthread_mutex_trylock(&e)",          "pthread_rwlock_timedwrlock(&rw, &soon)",
                                        "pthread_spin_trylock(&sp)",          "sem_timedwait(&s, &soon)"};
    static const char *const tried[] = {"pthread_mutex_trylock(&m)",     "pthread_mutex_trylock(&r)", "pthread_mutex_lock(&e)",
                                        "pthread_rwlock_tryrdlock(&rw)", "pthread_spin_trylock(&sp)", "sem_trywait(&s)"};
    return below(g, 3) ? tried[k] : timed[k];
}

/* What is locked is unlocked, unless misuse is asked for. */
static void critical(struct gen *g)
{
    static const char *const locks[] = {"pthread_mutex_lock(&m)",     "pthread_mutex_lock(&r)", "pthread_mutex_lock(&e)",
                                        "pthread_rwlock_wrlock(&rw)", "pthread_spin_lock(&sp)", "sem_wait(&s)"};
    static const char *const unlocks[] = {"pthread_mutex_unlock(&m)",   "pthread_mutex_unlock(&r)", "pthread_mutex_unlock(&e)",
                                          "pthread_rwlock_unlock(&rw)", "pthread_spin_unlock(&sp)", "sem_post(&s)"};
    unsigned k = below(g, SEMAPHORE + 1);
    bool again = k == RECURSIVE || k == CHECKED || k == SEMAPHORE || g->has[MISUSE];
    if (!g->has[k] || (g->held >> k & 1 && !again))
        return;
    bool tried = below(g, 3) == 0;
    if (tried) {
        line(g, "if (%s == 0) {", try_lock(g, k));
        g->w.indent++;
    } else
        line(g, "%s;", k == RWLOCK && below(g, 2) ? "pthread_rwlock_rdlock(&rw)" : locks[k]);
    unsigned held = g->held;
    g->held |= 1u << k;
    statements(g, 3);
    g->held = held;
    if (!g->has[MISUSE] || below(g, 4))
        line(g, "%s%s;", k == CHECKED && below(g, 3) == 0 ? "t = 0 == " : "", unlocks[k]);
    if (tried) {
        g->w.indent--;
        line(g, "}");
    }
}

static void wait(struct gen *g)
{
    char c[64];
    if (!g->has[CONDITION] || g->held)
        return;
    line(g, "pthread_mutex_lock(&cm);");
    switch (below(g, 4)) {
    case 0: line(g, "while (%s) pthread_cond_wait(&c, &cm);", condition(g, c)); break;
    case 1: line(g, "if (%s) pthread_cond_wait(&c, &cm);", condition(g, c)); break;
    case 2: line(g, "t = pthread_cond_timedwait(&c, &cm, &soon) == ETIMEDOUT;"); break;
    default: line(g, "while (%s) if (pthread_cond_timedwait(&c, &cm, &soon)) break;", condition(g, c)); break;
    }
    statements(g, 2);
    line(g, "pthread_mutex_unlock(&cm);");
}

static void signal(struct gen *g)
{
    if (!g->has[CONDITION])
        return;
    if (below(g, 2) || g->held) {
        line(g, "%s = %s;", below(g, 2) ? "x" : "y", value(g));
        line(g, "pthread_cond_signal(&c);");
        return;
    }
    line(g, "pthread_mutex_lock(&cm);");
    line(g, "%s = %s;", below(g, 2) ? "x" : "y", value(g));
    line(g, "pthread_cond_%s(&c);", below(g, 2) ? "signal" : "broadcast");
    line(g, "pthread_mutex_unlock(&cm);");
}

/* Releases what somebody else may hold, or nobody. */
static void misuse(struct gen *g)
{
    static const char *const locks[] = {"pthread_mutex_unlock(&m);", "pthread_mutex_unlock(&m);", "pthread_rwlock_unlock(&rw);",
                                        "pthread_mutex_unlock(&e);"};
    line(g, "%s", locks[below(g, 4)]);
}

/* Two locks at a time, in either order. */
static void crossing(struct gen *g)
{
    if (g->held)
        return;
    line(g, "if (t) { pthread_mutex_lock(&m); pthread_rwlock_wrlock(&rw); }");
    line(g, "else { %s }",
         below(g, 3) ? "pthread_rwlock_wrlock(&rw); pthread_mutex_lock(&m);"
                     : "pthread_mutex_lock(&m); pthread_rwlock_rdlock(&rw);");
    line(g, "x = (x + 1) & 3;");
    line(g, "pthread_rwlock_unlock(&rw);");
    line(g, "pthread_mutex_unlock(&m);");
}

static void special(struct gen *g)
{
    switch (below(g, 6)) {
    case 0: signal(g); break;
    case 1:
        if (g->has[SEMAPHORE])
            line(g, "%s", below(g, 3) ? "sem_post(&s);" : "{ int n; sem_getvalue(&s, &n); t = n & 3; }");
        break;
    case 2:
        if (g->has[BARRIER] && !g->is_main && !g->held)
            line(g, "%s",
                 below(g, 2) ? "pthread_barrier_wait(&b);" : "t = pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD;");
        break;
    case 3:
        if (g->has[KEY])
            line(g, "%s", below(g, 2) ? "pthread_setspecific(key, (void *)(long)(t + 1));" : "t = pthread_getspecific(key) != 0;");
        break;
    case 4:
        if (g->has[MISUSE])
            misuse(g);
        break;
    default: line(g, "t = (t + 1) & 3;"); break;
    }
}

static void statement(struct gen *g)
{
    char c[64];
    g->budget--;
    g->depth++;
    switch (below(g, g->depth > 2 ? 7 : 13)) {
    case 0:
    case 1: line(g, "%s = %s;", below(g, 2) ? "x" : "y", value(g)); break;
    case 2: line(g, "t = %s;", value(g)); break;
    case 3: line(g, "x = (x + 1) & 3;"); break;
    case 4: line(g, "assert(%s);", condition(g, c)); break;
    case 5:
    case 6: special(g); break;
    case 7:
        line(g, "if (%s) {", condition(g, c));
        g->w.indent++;
        statements(g, 2);
        g->w.indent--;
        line(g, "}");
        break;
    case 8: wait(g); break;
    default: critical(g); break;
    }
    g->depth--;
}

static void statements(struct gen *g, unsigned most)
{
    for (unsigned n = 1 + below(g, most); n > 0 && g->budget > 0; n--)
        statement(g);
}

static void some(struct gen *g, unsigned n)
{
    g->budget = n;
    while (g->budget > 0)
        statements(g, 2);
}

static void prelude(struct gen *g)
{
    line(g, "#define _GNU_SOURCE");
    line(g, "#include <assert.h>");
    line(g, "#include <errno.h>");
    line(g, "#include <pthread.h>");
    line(g, "#include <semaphore.h>");
    line(g, "#include <time.h>");
    line(g, "int x, y = %u;", below(g, 2));
    line(g, "const struct timespec soon = {1, 0};");
    line(g, "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, cm = PTHREAD_MUTEX_INITIALIZER;");
    line(g, "pthread_mutex_t r = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, e = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;");
    line(g, "pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;");
    line(g, "pthread_spinlock_t sp;");
    line(g, "sem_t s;");
    line(g, "pthread_cond_t c = PTHREAD_COND_INITIALIZER;");
    line(g, "pthread_barrier_t b;");
    line(g, "pthread_key_t key;");
    line(g, "static void destroy(void *v) { x = (int)(long)v & 3; }");
}

static void thread(struct gen *g, const char *name, unsigned size)
{
    line(g, "void *%s(void *arg)", name);
    line(g, "{");
    g->w.indent = 1;
    line(g, "int t = (int)(long)arg;");
    some(g, size);
    if (g->has[CROSSING])
        crossing(g);
    if (g->has[MISUSE] && below(g, 2))
        misuse(g);
    line(g, "%s;", below(g, 4) ? "return 0" : "pthread_exit((void *)(long)t)");
    g->w.indent = 0;
    line(g, "}");
}

void generate_sync(struct text *out, uint64_t seed)
{
    struct gen g = {.w = {out, {seed}, 0}};
    for (unsigned i = 0; i < FEATURES; i++)
        g.has[i] = below(&g, 5) < (i == MISUSE ? 1 : i == CROSSING ? 3 : 2); /* much is undefined after that */
    prelude(&g);
    bool two = below(&g, 2);
    unsigned size = 2 + below(&g, 5), count = 2 + (!two && below(&g, 5) == 0);
    thread(&g, "first", size);
    if (two)
        thread(&g, "second", size);
    line(&g, "int main(void)");
    line(&g, "{");
    g.w.indent = 1;
    g.is_main = true;
    line(&g, "int t = 0; pthread_t id[3];");
    line(&g, "pthread_spin_init(&sp, 0);");
    line(&g, "sem_init(&s, 0, %u);", below(&g, 3));
    line(&g, "pthread_barrier_init(&b, 0, 2);");
    line(&g, "pthread_key_create(&key, %s);", g.has[KEY] && below(&g, 2) ? "destroy" : "0");
    some(&g, below(&g, 2));
    for (unsigned i = 0; i < count; i++)
        line(&g, "pthread_create(&id[%u], 0, %s, (void *)%u);", i, two && i ? "second" : "first", below(&g, 2));
    some(&g, below(&g, 3));
    for (unsigned i = 0; i < count; i++)
        if (below(&g, 4))
            line(&g, "pthread_join(id[%u], 0);", i);
    some(&g, below(&g, 3));
    line(&g, "assert(%s);", condition(&g, (char[64]){0}));
    line(&g, "return 0;");
    g.w.indent = 0;
    line(&g, "}");
}
