/* The frame of the programs of real.h, and what the scenarios share. */
#include "real.h"

#include <stdio.h>
#include <string.h>

void put(struct real *g, unsigned part, const char *format, ...)
{
    struct text t = {0};
    va_list args;
    va_start(args, format);
    text_vprintf(&t, format, args);
    va_end(args);
    if (part != DECLARATIONS)
        text_append(&g->part[part], "    ");
    for (const char *c = text_string(&t); *c; c++)
        if (*c == '$')
            text_printf(&g->part[part], "%u", g->id);
        else
            text_char(&g->part[part], *c);
    text_append(&g->part[part], part == DECLARATIONS || part == START || ends_with(text_string(&t), "{") ? "\n" : " DELAY\n");
    text_free(&t);
}

const char *load_order(struct real *g)
{
    static const char *const orders[] = {"memory_order_relaxed", "memory_order_acquire", "memory_order_acquire",
                                         "memory_order_seq_cst"};
    return g->strong ? "memory_order_seq_cst" : choose(g, orders);
}

const char *store_order(struct real *g)
{
    static const char *const orders[] = {"memory_order_relaxed", "memory_order_release", "memory_order_release",
                                         "memory_order_seq_cst"};
    return g->strong ? "memory_order_seq_cst" : choose(g, orders);
}

const char *any_order(struct real *g)
{
    static const char *const orders[] = {"memory_order_relaxed", "memory_order_acquire", "memory_order_release",
                                         "memory_order_acq_rel", "memory_order_seq_cst"};
    return g->strong ? "memory_order_seq_cst" : choose(g, orders);
}

/* --- locks --- */

struct kind {
    const char *declare, *init; /* with %s for the name; init may be NULL */
    struct protection p;
};

static const struct kind pthread_kinds[] = {
    {"pthread_mutex_t %s$ = PTHREAD_MUTEX_INITIALIZER;",
     NULL,
     {.lock = "pthread_mutex_lock(&%s$);", .unlock = "pthread_mutex_unlock(&%s$);", .attempt = "pthread_mutex_trylock(&%s$) == 0"}},
    {"pthread_mutex_t %s$;",
     "pthread_mutex_init(&%s$, 0);",
     {.lock = "pthread_mutex_lock(&%s$);",
      .unlock = "pthread_mutex_unlock(&%s$);",
      .attempt = "pthread_mutex_timedlock(&%s$, &past) == 0"}},
    {"pthread_spinlock_t %s$;",
     "pthread_spin_init(&%s$, PTHREAD_PROCESS_PRIVATE);",
     {.lock = "pthread_spin_lock(&%s$);", .unlock = "pthread_spin_unlock(&%s$);", .attempt = "pthread_spin_trylock(&%s$) == 0"}},
    {"pthread_rwlock_t %s$ = PTHREAD_RWLOCK_INITIALIZER;",
     NULL,
     {.lock = "pthread_rwlock_wrlock(&%s$);",
      .unlock = "pthread_rwlock_unlock(&%s$);",
      .attempt = "pthread_rwlock_trywrlock(&%s$) == 0"}},
    {"sem_t %s$;",
     "sem_init(&%s$, 0, 1);",
     {.lock = "sem_wait(&%s$);", .unlock = "sem_post(&%s$);", .attempt = "sem_trywait(&%s$) == 0"}},
    {"atomic_flag %s$ = ATOMIC_FLAG_INIT;",
     NULL,
     {.lock = "while (atomic_flag_test_and_set(&%s$)) { DELAY }",
      .unlock = "atomic_flag_clear(&%s$);",
      .attempt = "!atomic_flag_test_and_set(&%s$)"}},
    {"atomic_flag %s$ = ATOMIC_FLAG_INIT;",
     NULL,
     {.lock = "while (atomic_flag_test_and_set_explicit(&%s$, memory_order_acquire)) { DELAY }",
      .unlock = "atomic_flag_clear_explicit(&%s$, memory_order_release);",
      .weak = true}},
    {"atomic_flag %s$ = ATOMIC_FLAG_INIT;",
     NULL,
     {.lock = "while (atomic_flag_test_and_set_explicit(&%s$, memory_order_relaxed)) { DELAY }",
      .unlock = "atomic_flag_clear_explicit(&%s$, memory_order_release);",
      .weak = true}},
    {"", NULL, {.none = true}},
};

static const struct kind c11_kinds[] = {
    {"mtx_t %s$;",
     "mtx_init(&%s$, mtx_plain);",
     {.lock = "mtx_lock(&%s$);", .unlock = "mtx_unlock(&%s$);", .attempt = "mtx_trylock(&%s$) == thrd_success"}},
    {"mtx_t %s$;",
     "mtx_init(&%s$, mtx_plain | mtx_recursive);",
     {.lock = "mtx_lock(&%s$); mtx_lock(&%s$);", .unlock = "mtx_unlock(&%s$); mtx_unlock(&%s$);"}},
};

static void put_named(struct real *g, unsigned part, const char *format, const char *name)
{
    struct text t = {0};
    for (const char *c = format; *c; c++)
        if (c[0] == '%' && c[1] == 's') {
            text_append(&t, name);
            c++;
        } else
            text_char(&t, *c);
    put(g, part, "%s", text_string(&t));
    text_free(&t);
}

struct protection protection(struct real *g, const char *name)
{
    const struct kind *k;
    do
        k = g->c11 && chance(g, 60) ? &choose(g, c11_kinds) : &choose(g, pthread_kinds);
    while (k->p.weak && g->strong);
    put_named(g, DECLARATIONS, k->declare, name);
    if (k->init)
        put_named(g, START, k->init, name);
    struct protection p = k->p;
    p.name = name;
    return p;
}

/* A block is opened, so that an attempt that fails skips what follows. */
void lock(struct real *g, unsigned actor, const struct protection *p)
{
    if (p->none)
        put(g, actor, "{");
    else if (p->attempt && chance(g, 15)) {
        struct text t = {0};
        text_printf(&t, "if (%s) {", p->attempt);
        put_named(g, actor, text_string(&t), p->name);
        text_free(&t);
    } else {
        put_named(g, actor, p->lock, p->name);
        put(g, actor, "{");
    }
}

void unlock(struct real *g, unsigned actor, const struct protection *p)
{
    if (!p->none)
        put_named(g, actor, p->unlock, p->name);
    put(g, actor, "}");
}

/* --- the frame --- */

static void headers(struct text *out)
{
    static const char *const names[] = {"assert", "errno",  "pthread", "semaphore", "stdatomic",
                                        "stdio",  "stdlib", "string",  "threads",   "unistd"};
    text_append(out, "#define _GNU_SOURCE\n");
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        text_printf(out, "#include <%s.h>\n", names[i]);
    text_append(out, "#ifndef DELAY\n#define DELAY\n#endif\nstatic const struct timespec past;\n");
}

static void actor(struct real *g, struct text *out, unsigned i)
{
    text_printf(out, "%s actor%u(void *argument)\n{\n%s    return 0;\n}\n", g->c11 ? "int" : "void *", i, text_string(&g->part[i]));
}

static void main_function(struct real *g, struct text *out)
{
    text_printf(out, "int main(void)\n{\n    %s id[2];\n%s", g->c11 ? "thrd_t" : "pthread_t", text_string(&g->part[START]));
    for (unsigned i = 0; i < 2; i++)
        text_printf(out, g->c11 ? "    thrd_create(&id[%u], actor%u, 0);\n" : "    pthread_create(&id[%u], 0, actor%u, 0);\n", i,
                    i);
    text_append(out, text_string(&g->part[2]));
    unsigned joined = chance(g, 90) ? 2 : 1; /* the end of the program may come before that of a thread */
    for (unsigned i = 0; i < joined; i++)
        text_printf(out, g->c11 ? "    thrd_join(id[%u], 0);\n" : "    pthread_join(id[%u], 0);\n", i);
    text_printf(out, "%s    return 0;\n}\n", text_string(&g->part[END]));
}

static bool allowed(const char *name, const char *const *names, unsigned count)
{
    bool some = false, named = !strcmp(name, "weak orders");
    for (unsigned i = 0; i < count; i++) {
        bool out = names[i][0] == '-';
        some |= !out;
        if (out && !strcmp(names[i] + 1, name))
            return false;
        named |= !strcmp(names[i], name);
    }
    return named || !some;
}

static void one_scenario(struct real *g, const char *const *names, unsigned count)
{
    static const struct scenario *const tables[] = {data_scenarios, sync_scenarios, wait_scenarios, atomic_scenarios,
                                                    call_scenarios};
    const struct scenario *allowed_ones[64];
    unsigned n = 0;
    for (unsigned t = 0; t < sizeof tables / sizeof *tables; t++)
        for (const struct scenario *s = tables[t]; s->name; s++)
            if (allowed(s->name, names, count))
                allowed_ones[n++] = s;
    if (n == 0)
        return;
    const struct scenario *s = allowed_ones[pick(g, n)];
    text_printf(&g->part[DECLARATIONS], "/* %s */\n", s->name);
    s->write(g);
    g->id++;
}

void generate_real(struct text *out, uint64_t seed, const char *const *names, unsigned count)
{
    struct real g = {.r = {seed}, .strong = !allowed("weak orders", names, count)};
    g.c11 = chance(&g, 30);
    g.actors = chance(&g, 30) ? 3 : 2;
    one_scenario(&g, names, count);
    if (chance(&g, 35))
        one_scenario(&g, names, count);
    headers(out);
    text_append(out, text_string(&g.part[DECLARATIONS]));
    actor(&g, out, 0);
    actor(&g, out, 1);
    main_function(&g, out);
    for (unsigned i = 0; i < PARTS; i++)
        text_free(&g.part[i]);
}
