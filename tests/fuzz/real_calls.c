/* Scenarios of real.h about what library functions return and leave behind. */
#include "real.h"

/* Mutexes that know their owner. */
static void owned_mutex(struct real *g)
{
    bool checked = chance(g, 50);
    put(g, DECLARATIONS, "pthread_mutex_t m$ = %s; int n$;",
        checked ? "PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP" : "PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP");
    for (unsigned i = 0; i < 2; i++) {
        put(g, i, chance(g, 70) ? "if (pthread_mutex_lock(&m$) == 0) {" : "if (pthread_mutex_trylock(&m$) == 0) {");
        if (chance(g, 60))
            put(g, i, "    assert(pthread_mutex_%s(&m$) == %s);", chance(g, 50) ? "lock" : "trylock",
                checked ? chance(g, 70) ? "EDEADLK" : "EBUSY" : "0");
        put(g, i, "    n$++;");
        put(g, i, "    pthread_mutex_unlock(&m$);");
        if (chance(g, 50))
            put(g, i, "    assert(pthread_mutex_unlock(&m$) == %s);", chance(g, 50) ? "EPERM" : "0");
        put(g, i, "} else { assert(pthread_mutex_unlock(&m$) == EPERM); }");
    }
    put(g, END, "assert(n$ %s 2);", chance(g, 50) ? "<=" : "==");
}

static void semaphore_value(struct real *g)
{
    put(g, DECLARATIONS, "sem_t s$;");
    put(g, START, "sem_init(&s$, 0, %u);", pick(g, 3));
    for (unsigned i = 0; i < 2; i++) {
        put(g, i, chance(g, 60) ? "sem_post(&s$);" : "if (sem_trywait(&s$)) { assert(errno == EAGAIN); }");
        put(g, i, "{ int v; sem_getvalue(&s$, &v); assert(v %s %u); }", chance(g, 70) ? "<=" : "!=", 1 + pick(g, 3));
    }
}

/* How a thread ends, and what is left of it. */
static void endings(struct real *g)
{
    bool c11 = g->c11, detached = chance(g, 25);
    static const char *const ends[] = {"return", "exit", "inner"};
    const char *end = choose(g, ends);
    put(g, DECLARATIONS, "int done$;");
    if (c11) {
        put(g, DECLARATIONS, "void leave$(void) { done$ = 1; thrd_exit(-3); }");
        put(g, DECLARATIONS, "int child$(void *a) { %s }",
            end[0] == 'r'   ? "done$ = 1; return -3;"
            : end[0] == 'e' ? "done$ = 1; thrd_exit(-3);"
                            : "leave$(); return 0;");
    } else {
        put(g, DECLARATIONS, "void leave$(void) { done$ = 1; pthread_exit((void *)-3L); }");
        put(g, DECLARATIONS, "void *child$(void *a) { %s }",
            end[0] == 'r'   ? "done$ = 1; return (void *)-3L;"
            : end[0] == 'e' ? "done$ = 1; pthread_exit((void *)-3L);"
                            : "leave$(); return 0;");
    }
    put(g, FIRST, "{");
    put(g, FIRST,
        c11 ? "    thrd_t id; int r = 0; thrd_create(&id, child$, 0);"
            : "    pthread_t id; void *r = 0; pthread_create(&id, 0, child$, 0);");
    if (detached)
        put(g, FIRST, c11 ? "    thrd_detach(id);" : "    pthread_detach(id);");
    else {
        put(g, FIRST, c11 ? "    thrd_join(id, &r);" : "    pthread_join(id, &r);");
        put(g, FIRST, c11 ? "    assert(r == -3);" : "    assert((long)r == -3);");
    }
    put(g, FIRST, "    assert(done$ %s 1);", chance(g, 60) ? "==" : "<=");
    put(g, FIRST, "}");
}

/* What is in memory after calloc, realloc, and copies of ranges that overlap. */
static void contents(struct real *g)
{
    unsigned n = 3 + pick(g, 3), from = pick(g, 2), to = pick(g, 2), look = pick(g, 3);
    put(g, DECLARATIONS, "int *p$; pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER;");
    put(g, START, "p$ = calloc(%u, sizeof *p$);", n);
    put(g, FIRST, "pthread_mutex_lock(&m$);");
    put(g, FIRST, "for (int i = 0; i < 3; i++) { p$[i] += i + 1; }");
    put(g, FIRST, "memmove(p$ + %u, p$ + %u, 2 * sizeof *p$);", to, from);
    put(g, FIRST, "pthread_mutex_unlock(&m$);");
    put(g, SECOND, "pthread_mutex_lock(&m$);");
    put(g, SECOND, "p$ = realloc(p$, %zu * sizeof *p$);", (size_t)n + 2);
    put(g, SECOND, chance(g, 50) ? "assert(p$[%u] == 0 || p$[%u] < 4);" : "assert(p$[%u] == 0 || p$[%u] == 1);", look, look);
    put(g, SECOND, "pthread_mutex_unlock(&m$);");
    put(g, END, "assert(p$[%u] == %u);", look, 1 + pick(g, 3));
    if (chance(g, 50))
        put(g, END, "free(p$);");
}

/* A function that is called through a pointer which another thread sets. */
static void callback(struct real *g)
{
    struct protection p = protection(g, "m");
    put(g, DECLARATIONS, "int a$(int x) { return x + 1; }");
    put(g, DECLARATIONS, "int b$(int x) { return x * 2; }");
    put(g, DECLARATIONS, "int (*f$)(int) = a$;");
    lock(g, FIRST, &p);
    put(g, FIRST, "f$ = b$;");
    unlock(g, FIRST, &p);
    lock(g, SECOND, &p);
    put(g, SECOND, "assert(f$(%u) == %u);", 1 + pick(g, 2), 2 + pick(g, 2));
    unlock(g, SECOND, &p);
}

/* Arguments and results by value, with the address of a local variable of main. */
static void by_value(struct real *g)
{
    static const char *const types[] = {"struct { char a; long b; }",     "struct { int a, b, c; }",
                                        "struct { char a[3]; short b; }", "struct { long a[3]; char b; }",
                                        "union { int a; char b; }",       "struct { unsigned a : 3; unsigned b : 9; }"};
    put(g, DECLARATIONS, "typedef %s T$; T$ *where$; int n$;", choose(g, types));
    put(g, DECLARATIONS, "T$ next$(T$ v, int k) { v.b += k; return v; }");
    put(g, START, "static T$ mine$;");
    put(g, START, "where$ = &mine$;");
    struct protection p = protection(g, "m");
    for (unsigned i = 0; i < 2; i++) {
        lock(g, i, &p);
        put(g, i, "*where$ = next$(*where$, %u);", i + 1);
        unlock(g, i, &p);
    }
    put(g, END, "assert(mine$.b == 3);");
}

const struct scenario call_scenarios[] = {
    {"owned mutex", owned_mutex},
    {"semaphore value", semaphore_value},
    {"endings", endings},
    {"contents", contents},
    {"callback", callback},
    {"by value", by_value},
    {NULL, NULL},
};
