/* Scenarios of real.h about ordering: counters, messages, locks, atomics with all orders. */
#include "real.h"

static const char *const scalars[] = {"int", "unsigned char", "short", "long", "volatile int", "unsigned"};

/* All actors count; the sum is known at the end. */
static void counter(struct real *g)
{
    struct protection p = protection(g, "m");
    put(g, DECLARATIONS, "%s n$;", choose(g, scalars));
    unsigned sum = 0, careless = chance(g, 20) ? pick(g, g->actors) : ACTORS;
    struct protection none = {.none = true};
    for (unsigned i = 0; i < g->actors; i++) {
        const struct protection *q = i == careless ? &none : &p;
        lock(g, i, q);
        put(g, i, chance(g, 50) ? "n$++;" : "n$ = n$ + 1;");
        unlock(g, i, q);
        sum++;
    }
    put(g, END, chance(g, 70) ? "assert(n$ == %u);" : "assert(n$ <= %u);", sum);
}

static void atomic_increment(struct real *g, unsigned actor)
{
    switch (pick(g, 5)) {
    case 0: put(g, actor, "n$++;"); break;
    case 1: put(g, actor, "atomic_fetch_add_explicit(&n$, 1, %s);", any_order(g)); break;
    case 2:
        put(g, actor, "{");
        put(g, actor, "    int e = atomic_load_explicit(&n$, %s);", load_order(g));
        put(g, actor, "    while (!atomic_compare_exchange_%s(&n$, &e, e + 1)) { DELAY }", chance(g, 50) ? "weak" : "strong");
        put(g, actor, "}");
        break;
    case 3: put(g, actor, "n$ = n$ + 1;"); break;
    default: put(g, actor, "atomic_fetch_sub_explicit(&n$, -1, %s);", any_order(g)); break;
    }
}

static void atomic_counter(struct real *g)
{
    put(g, DECLARATIONS, "atomic_int n$;");
    for (unsigned i = 0; i < g->actors; i++)
        atomic_increment(g, i);
    put(g, END, "assert(n$ %s %u);", chance(g, 80) ? "==" : "<=", g->actors);
}

/* One writes data and says so by an atomic flag, the other looks at the flag and then at the data. */
static void message(struct real *g)
{
    bool fences = chance(g, 25) && !g->strong, waits = chance(g, 30), plain = chance(g, 15);
    put(g, DECLARATIONS, plain ? "int ready$, data$;" : "atomic_int ready$; int data$;");
    put(g, FIRST, "data$ = 7;");
    if (fences)
        put(g, FIRST, "atomic_thread_fence(%s);", any_order(g));
    if (plain)
        put(g, FIRST, "ready$ = 1;");
    else
        put(g, FIRST, "atomic_store_explicit(&ready$, 1, %s);", fences ? "memory_order_relaxed" : store_order(g));
    if (chance(g, 10))
        put(g, FIRST, "data$ = 8;");
    const char *order = fences ? "memory_order_relaxed" : load_order(g);
    if (plain)
        put(g, SECOND, "if (ready$) {");
    else if (waits) {
        put(g, SECOND, "while (!atomic_load_explicit(&ready$, %s)) { DELAY }", order);
        put(g, SECOND, "{");
    } else
        put(g, SECOND, "if (atomic_load_explicit(&ready$, %s)) {", order);
    if (fences)
        put(g, SECOND, "    atomic_thread_fence(%s);", any_order(g));
    put(g, SECOND, "    assert(data$ == 7);");
    put(g, SECOND, "}");
}

/* Store buffering, message passing and load buffering with atomics only. */
static void litmus(struct real *g)
{
    put(g, DECLARATIONS, "atomic_int x$, y$; int a$, b$;");
    switch (pick(g, 3)) {
    case 0:
        put(g, FIRST, "atomic_store_explicit(&x$, 1, %s);", store_order(g));
        put(g, FIRST, "a$ = atomic_load_explicit(&y$, %s);", load_order(g));
        put(g, SECOND, "atomic_store_explicit(&y$, 1, %s);", store_order(g));
        put(g, SECOND, "b$ = atomic_load_explicit(&x$, %s);", load_order(g));
        put(g, END, "assert(a$ || b$);");
        break;
    case 1:
        put(g, FIRST, "atomic_store_explicit(&x$, 1, %s);", store_order(g));
        put(g, FIRST, "atomic_store_explicit(&y$, 1, %s);", store_order(g));
        put(g, SECOND, "a$ = atomic_load_explicit(&y$, %s);", load_order(g));
        put(g, SECOND, "b$ = atomic_load_explicit(&x$, %s);", load_order(g));
        put(g, END, chance(g, 70) ? "assert(!a$ || b$);" : "assert(a$ || !b$);");
        break;
    default:
        put(g, FIRST, "a$ = atomic_load_explicit(&y$, %s);", load_order(g));
        put(g, FIRST, "atomic_store_explicit(&x$, 1, %s);", store_order(g));
        put(g, SECOND, "b$ = atomic_exchange_explicit(&x$, 2, %s);", any_order(g));
        put(g, SECOND, "atomic_store_explicit(&y$, 1, %s);", store_order(g));
        put(g, END, "assert(!(a$ && b$));");
        break;
    }
}

/* Two locks, in the same order or not. */
static void two_locks(struct real *g)
{
    struct protection p = protection(g, "m"), q = protection(g, "k");
    put(g, DECLARATIONS, "int n$;");
    bool opposite = chance(g, 50);
    for (unsigned i = 0; i < 2; i++) {
        const struct protection *first = i && opposite ? &q : &p, *second = i && opposite ? &p : &q;
        lock(g, i, first);
        lock(g, i, second);
        put(g, i, "n$++;");
        unlock(g, i, second);
        unlock(g, i, first);
    }
    put(g, END, "assert(n$ == 2);");
}

/* Readers and a writer. */
static void readers(struct real *g)
{
    static const char *const reads[] = {"pthread_rwlock_rdlock(&l$) == 0", "pthread_rwlock_tryrdlock(&l$) == 0",
                                        "pthread_rwlock_timedrdlock(&l$, &past) == 0"};
    put(g, DECLARATIONS, "pthread_rwlock_t l$ = PTHREAD_RWLOCK_INITIALIZER; int a$, b$;");
    put(g, FIRST, "pthread_rwlock_%s(&l$);", chance(g, 80) ? "wrlock" : "rdlock");
    put(g, FIRST, "a$++;");
    put(g, FIRST, "b$++;");
    put(g, FIRST, "pthread_rwlock_unlock(&l$);");
    for (unsigned i = 1; i < g->actors; i++) {
        put(g, i, "if (%s) {", choose(g, reads));
        put(g, i, "    assert(a$ == b$);");
        put(g, i, "    pthread_rwlock_unlock(&l$);");
        put(g, i, "}");
    }
    put(g, END, "assert(a$ == 1);");
}

static void once(struct real *g)
{
    bool c11 = g->c11;
    put(g, DECLARATIONS, c11 ? "once_flag o$ = ONCE_FLAG_INIT; int v$;" : "pthread_once_t o$ = PTHREAD_ONCE_INIT; int v$;");
    put(g, DECLARATIONS, "void init$(void) { v$++; }");
    for (unsigned i = 0; i < 2; i++) {
        if (chance(g, 90))
            put(g, i, c11 ? "call_once(&o$, init$);" : "pthread_once(&o$, init$);");
        put(g, i, "assert(v$ == 1);");
    }
}

/* Each thread has its own; the address of one may be given to the other. */
static void thread_local_variable(struct real *g)
{
    bool c11 = g->c11;
    put(g, DECLARATIONS, "_Thread_local int own$; %s seen$;", chance(g, 80) ? "_Atomic(int *)" : "int *");
    if (chance(g, 50)) {
        put(g, DECLARATIONS, c11 ? "tss_t key$;" : "pthread_key_t key$;");
        put(g, START, c11 ? "tss_create(&key$, 0);" : "pthread_key_create(&key$, 0);");
        for (unsigned i = 0; i < 2; i++) {
            put(g, i, c11 ? "tss_set(key$, &own$);" : "pthread_setspecific(key$, &own$);");
            put(g, i, c11 ? "assert(tss_get(key$) == &own$);" : "assert(pthread_getspecific(key$) == &own$);");
        }
    }
    put(g, FIRST, "own$ = 5;");
    if (chance(g, 60))
        put(g, FIRST, "seen$ = &own$;");
    put(g, SECOND, "if (seen$) {");
    put(g, SECOND, "    assert(seen$ != &own$);");
    put(g, SECOND, "}");
    put(g, SECOND, "assert(own$ == %u);", chance(g, 90) ? 0 : 5);
}

/* The turn of a lock: taken by one thread and released by whoever comes. */
static void hand_over(struct real *g)
{
    put(g, DECLARATIONS, "sem_t s$; int v$;");
    put(g, START, "sem_init(&s$, 0, %u);", chance(g, 80) ? 0 : 1);
    put(g, FIRST, "v$ = 1;");
    put(g, FIRST, "sem_post(&s$);");
    if (chance(g, 15))
        put(g, FIRST, "v$ = 2;");
    const char *const waits[] = {"sem_wait(&s$);\n    {", "if (sem_trywait(&s$) == 0) {", "if (sem_timedwait(&s$, &past) == 0) {"};
    put(g, SECOND, "%s", choose(g, waits));
    put(g, SECOND, "    assert(v$ == 1);");
    put(g, SECOND, "}");
    if (g->actors == 3 && chance(g, 50)) {
        put(g, 2, "sem_wait(&s$);");
        put(g, 2, "assert(v$);");
    }
}

/* A lock that is initialised or destroyed while it is used. */
static void lock_lifetime(struct real *g)
{
    bool late = chance(g, 30), early = chance(g, 30);
    put(g, DECLARATIONS, "pthread_mutex_t m$; int n$;");
    put(g, late ? (unsigned)SECOND : (unsigned)START, "pthread_mutex_init(&m$, 0);");
    for (unsigned i = 0; i < 2; i++) {
        put(g, i, "pthread_mutex_lock(&m$);");
        put(g, i, "n$++;");
        put(g, i, "pthread_mutex_unlock(&m$);");
    }
    put(g, early ? (unsigned)FIRST : (unsigned)END, "pthread_mutex_destroy(&m$);");
    put(g, END, "assert(n$ == 2);");
}

const struct scenario sync_scenarios[] = {
    {"counter", counter},
    {"atomic counter", atomic_counter},
    {"message", message},
    {"litmus", litmus},
    {"two locks", two_locks},
    {"readers", readers},
    {"once", once},
    {"thread local", thread_local_variable},
    {"hand over", hand_over},
    {"lock lifetime", lock_lifetime},
    {NULL, NULL},
};
