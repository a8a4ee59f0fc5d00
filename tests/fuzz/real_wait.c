/* Scenarios of real.h about waiting: condition variables and barriers, used well and badly. */
#include "real.h"

/* The same words for both interfaces. */
struct words {
    const char *mutex, *cond, *lock, *unlock, *wait, *timed, *signal, *broadcast;
};

static const struct words pthread_words = {
    "pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER;",
    "pthread_cond_t c$ = PTHREAD_COND_INITIALIZER;",
    "pthread_mutex_lock(&m$);",
    "pthread_mutex_unlock(&m$);",
    "pthread_cond_wait(&c$, &m$);",
    "pthread_cond_timedwait(&c$, &m$, &past);",
    "pthread_cond_signal(&c$);",
    "pthread_cond_broadcast(&c$);",
};
static const struct words c11_words = {
    "mtx_t m$;",        "cnd_t c$;",           "mtx_lock(&m$);",
    "mtx_unlock(&m$);", "cnd_wait(&c$, &m$);", "cnd_timedwait(&c$, &m$, &past);",
    "cnd_signal(&c$);", "cnd_broadcast(&c$);",
};

static const struct words *condition(struct real *g)
{
    const struct words *w = g->c11 ? &c11_words : &pthread_words;
    put(g, DECLARATIONS, "%s", w->mutex);
    put(g, DECLARATIONS, "%s", w->cond);
    if (g->c11) {
        put(g, START, "mtx_init(&m$, mtx_plain);");
        put(g, START, "cnd_init(&c$);");
    }
    return w;
}

static void wake(struct real *g, unsigned actor, const struct words *w, bool all)
{
    put(g, actor, "%s", all ? w->broadcast : w->signal);
}

/* One waits for an event, the other makes it happen: the waiter in a loop, once, with a time limit, or without looking; the other
 * with or without the lock, before or after, or without waking anybody. */
static void event(struct real *g)
{
    const struct words *w = condition(g);
    put(g, DECLARATIONS, "int happened$, data$;");
    unsigned waiters = g->actors - 1, how = pick(g, 10);
    for (unsigned i = 0; i < waiters; i++) {
        unsigned actor = i == 0 ? SECOND : 2;
        put(g, actor, "%s", w->lock);
        if (how < 6)
            put(g, actor, "while (!happened$) { %s DELAY }", chance(g, 85) ? w->wait : w->timed);
        else if (how < 8)
            put(g, actor, "if (!happened$) { %s DELAY }", w->wait);
        else if (how < 9)
            put(g, actor, "%s", w->wait);
        else
            put(g, actor, "if (!happened$) { %s DELAY }", w->timed);
        if (how != 9)
            put(g, actor, "assert(data$ == 3);");
        put(g, actor, "%s", w->unlock);
    }
    bool outside = chance(g, 20), early = chance(g, 15), never = chance(g, 20), all = chance(g, waiters > 1 ? 70 : 30);
    put(g, FIRST, "data$ = 3;");
    if (early)
        wake(g, FIRST, w, all);
    if (!outside)
        put(g, FIRST, "%s", w->lock);
    put(g, FIRST, "happened$ = 1;");
    if (!early && !never && !outside && chance(g, 50)) {
        wake(g, FIRST, w, all);
        never = true;
    }
    if (!outside)
        put(g, FIRST, "%s", w->unlock);
    if (!early && !never)
        wake(g, FIRST, w, all);
}

/* Threads take turns. */
static void turns(struct real *g)
{
    const struct words *w = condition(g);
    bool all = chance(g, g->actors > 2 ? 70 : 40), loop = chance(g, 80);
    unsigned stuck = chance(g, 25) ? pick(g, g->actors) : ACTORS;
    put(g, DECLARATIONS, "int turn$, sum$;");
    for (unsigned i = 0; i < g->actors; i++) {
        put(g, i, "%s", w->lock);
        put(g, i, "%s (turn$ != %u) { %s DELAY }", loop ? "while" : "if", i, w->wait);
        put(g, i, "sum$ = sum$ * 2 + %u;", i);
        put(g, i, "turn$ = %u;", i + 1);
        if (i != stuck)
            wake(g, i, w, all);
        put(g, i, "%s", w->unlock);
    }
    put(g, END, "assert(sum$ == %u);", g->actors == 2 ? 1 : 4);
}

/* A generation barrier made of a condition variable. */
static void own_barrier(struct real *g)
{
    const struct words *w = condition(g);
    unsigned expected = g->actors + (chance(g, 20) ? 1 : 0);
    bool all = chance(g, 85);
    put(g, DECLARATIONS, "int arrived$, before$;");
    for (unsigned i = 0; i < g->actors; i++) {
        put(g, i, "%s", w->lock);
        put(g, i, "before$++;");
        put(g, i, "if (++arrived$ == %u) {", expected);
        wake(g, i, w, all);
        put(g, i, "} else {");
        put(g, i, "    while (arrived$ < %u) { %s DELAY }", expected, w->wait);
        put(g, i, "}");
        put(g, i, "assert(before$ == %u);", g->actors);
        put(g, i, "%s", w->unlock);
    }
}

static void barrier(struct real *g)
{
    unsigned count = g->actors - (chance(g, 15) ? 1 : 0) + (chance(g, 20) ? 1 : 0),
             without = chance(g, 10) ? pick(g, g->actors) : ACTORS;
    put(g, DECLARATIONS, "pthread_barrier_t b$; int slot$[3]; atomic_int serial$;");
    put(g, START, "pthread_barrier_init(&b$, 0, %u);", count);
    for (unsigned i = 0; i < g->actors; i++) {
        put(g, i, "slot$[%u] = 1;", i);
        if (i != without)
            put(g, i, "if (pthread_barrier_wait(&b$) == PTHREAD_BARRIER_SERIAL_THREAD) { serial$++; }");
        put(g, i, "assert(slot$[%u]);", (i + 1) % g->actors);
    }
    put(g, END, "assert(serial$ == 1);");
}

/* A place in a bounded buffer: semaphores count what is free and what is full. */
static void buffer(struct real *g)
{
    put(g, DECLARATIONS, "sem_t free$, full$; int box$;");
    put(g, START, "sem_init(&free$, 0, %u);", chance(g, 85) ? 1 : 2);
    put(g, START, "sem_init(&full$, 0, 0);");
    bool swapped = chance(g, 20);
    for (unsigned i = 1; i <= 2; i++) {
        put(g, FIRST, swapped ? "sem_wait(&full$);" : "sem_wait(&free$);");
        put(g, FIRST, "box$ = %u;", i);
        put(g, FIRST, "sem_post(&full$);");
        put(g, SECOND, "sem_wait(&full$);");
        put(g, SECOND, "assert(box$ == %u);", i);
        put(g, SECOND, "sem_post(&free$);");
    }
}

const struct scenario wait_scenarios[] = {
    {"event", event}, {"turns", turns}, {"own barrier", own_barrier}, {"barrier", barrier}, {"buffer", buffer}, {NULL, NULL},
};
