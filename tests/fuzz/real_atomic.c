/* Scenarios of real.h about atomics in the forms in which people use them. */
#include "real.h"

/* Atomics that are smaller than an int: they wrap, and extend by their sign. */
static void small(struct real *g)
{
    static const char *const types[] = {"unsigned char", "signed char", "short", "unsigned short", "_Bool", "long"};
    static const char *const operations[] = {"atomic_fetch_add_explicit", "atomic_fetch_sub_explicit", "atomic_fetch_or_explicit",
                                             "atomic_fetch_xor_explicit"};
    const char *type = choose(g, types);
    put(g, DECLARATIONS, "_Atomic %s n$ = %s;", type, chance(g, 50) ? "0" : "1");
    for (unsigned i = 0; i < 2; i++) {
        put(g, i, "{");
        if (type[0] == '_' || chance(g, 30)) /* C has no sums of _Bool */
            put(g, i, "    %s old = atomic_exchange_explicit(&n$, %u, %s);", type, pick(g, 2), any_order(g));
        else
            put(g, i, "    %s old = %s(&n$, %u, %s);", type, choose(g, operations), 1 + pick(g, 3), any_order(g));
        put(g, i, "    assert(old %s %d);", chance(g, 50) ? ">=" : "!=", (int)pick(g, 4) - 1);
        put(g, i, "}");
    }
    put(g, END, "assert(n$ %s %d);", chance(g, 50) ? "<=" : "!=", (int)pick(g, 7) - 2);
}

/* Structs that are read and written as a whole. */
static void whole_struct(struct real *g)
{
    static const char *const types[] = {"struct { short a, b; }", "struct { int a, b; }", "struct { char a; int b; }",
                                        "struct { char a, b; }"};
    put(g, DECLARATIONS, "typedef %s T$; _Atomic T$ s$;", choose(g, types));
    put(g, FIRST, chance(g, 60) ? "atomic_store(&s$, ((T$){1, 1}));" : "{ T$ v = {1, 1}; s$ = v; }");
    if (chance(g, 50)) {
        put(g, SECOND, "{ T$ v = atomic_load(&s$); assert(v.a == v.b); }");
    } else {
        put(g, SECOND, "{");
        put(g, SECOND, "    T$ old = atomic_load(&s$), new = old;");
        put(g, SECOND, "    new.a += 2, new.b += 2;");
        put(g, SECOND,
            "    if (atomic_compare_exchange_strong(&s$, &old, new)) { assert(old.a == old.b); } else { assert(old.a == 1); }");
        put(g, SECOND, "}");
    }
    put(g, END, "{ T$ v = s$; assert(v.a == v.b && v.a %s 1); }", chance(g, 50) ? ">=" : "==");
}

/* Looked at without the lock first, then with it. */
static void double_checked(struct real *g)
{
    bool plain = chance(g, 20);
    put(g, DECLARATIONS, "pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER; %s made$; int value$;", plain ? "int" : "atomic_int");
    for (unsigned i = 0; i < 2; i++) {
        if (plain)
            put(g, i, "if (!made$) {");
        else
            put(g, i, "if (!atomic_load_explicit(&made$, %s)) {", load_order(g));
        put(g, i, "    pthread_mutex_lock(&m$);");
        put(g, i, "    if (!made$) {");
        put(g, i, "        value$ = value$ + 4;");
        if (plain)
            put(g, i, "        made$ = 1;");
        else
            put(g, i, "        atomic_store_explicit(&made$, 1, %s);", store_order(g));
        put(g, i, "    }");
        put(g, i, "    pthread_mutex_unlock(&m$);");
        put(g, i, "}");
        put(g, i, "assert(value$ == 4);");
    }
}

/* Mutual exclusion by hand. */
static void peterson(struct real *g)
{
    bool strong = chance(g, 50), polite = chance(g, 85);
    put(g, DECLARATIONS, "atomic_int want$[2], turn$; int inside$;");
    for (unsigned i = 0; i < 2; i++) {
        const char *store = strong ? "memory_order_seq_cst" : store_order(g),
                   *load = strong ? "memory_order_seq_cst" : load_order(g);
        put(g, i, "atomic_store_explicit(&want$[%u], 1, %s);", i, store);
        put(g, i, "atomic_store_explicit(&turn$, %u, %s);", polite ? 1 - i : i, store);
        put(g, i, "while (atomic_load_explicit(&want$[%u], %s) && atomic_load_explicit(&turn$, %s) == %u) { DELAY }", 1 - i, load,
            load, 1 - i);
        put(g, i, "inside$++;");
        put(g, i, "assert(inside$ == 1);");
        put(g, i, "inside$--;");
        put(g, i, "atomic_store_explicit(&want$[%u], 0, %s);", i, store);
    }
}

/* A ring with one at each end. */
static void ring(struct real *g)
{
    unsigned room = 1 + pick(g, 2);
    put(g, DECLARATIONS, "int box$[2]; atomic_uint head$, tail$;");
    for (unsigned i = 1; i <= 2; i++) {
        put(g, FIRST, "if (atomic_load_explicit(&tail$, %s) - atomic_load_explicit(&head$, %s) < %u) {", load_order(g),
            load_order(g), room);
        put(g, FIRST, "    box$[atomic_load_explicit(&tail$, %s) %% %u] = %u;", load_order(g), room, i);
        put(g, FIRST, "    atomic_fetch_add_explicit(&tail$, 1, %s);", store_order(g));
        put(g, FIRST, "}");
        put(g, SECOND, "if (atomic_load_explicit(&head$, %s) < atomic_load_explicit(&tail$, %s)) {", load_order(g), load_order(g));
        put(g, SECOND, "    assert(box$[atomic_load_explicit(&head$, %s) %% %u] %s %u);", load_order(g), room,
            chance(g, 80) ? ">=" : "==", i);
        put(g, SECOND, "    atomic_fetch_add_explicit(&head$, 1, %s);", store_order(g));
        put(g, SECOND, "}");
    }
}

/* The last to let go frees. */
static void reference_count(struct real *g)
{
    put(g, DECLARATIONS, "struct shared$ { atomic_int users; int data; } *p$;");
    put(g, START, "p$ = malloc(sizeof *p$);");
    put(g, START, "atomic_init(&p$->users, 2);");
    put(g, START, "p$->data = 1;");
    for (unsigned i = 0; i < 2; i++) {
        put(g, i, chance(g, 50) ? "assert(p$->data == 1);" : "assert(p$->data <= 2);");
        put(g, i, "if (atomic_fetch_sub_explicit(&p$->users, 1, %s) == 1) {",
            chance(g, 50) && !g->strong ? "memory_order_acq_rel" : any_order(g));
        if (chance(g, 40) && !g->strong)
            put(g, i, "    atomic_thread_fence(memory_order_acquire);");
        put(g, i, "    p$->data = 3;");
        put(g, i, "    free(p$);");
        put(g, i, "}");
    }
}

/* A struct is made, and then its address is given away. */
static void publish(struct real *g)
{
    put(g, DECLARATIONS, "struct thing$ { int a, b; } one$; _Atomic(struct thing$ *) p$;");
    put(g, FIRST, "one$.a = 1;");
    if (chance(g, 80))
        put(g, FIRST, "one$.b = 2;");
    put(g, FIRST, "atomic_store_explicit(&p$, &one$, %s);", store_order(g));
    put(g, SECOND, "{");
    put(g, SECOND, "    struct thing$ *t = atomic_load_explicit(&p$, %s);", load_order(g));
    put(g, SECOND, "    if (t) { struct thing$ v = *t; assert(v.a + v.b == 3); }");
    put(g, SECOND, "}");
}

/* A reader that tries again if it was disturbed. */
static void sequence_lock(struct real *g)
{
    bool plain = chance(g, 40);
    const char *type = plain ? "int" : "atomic_int";
    put(g, DECLARATIONS, "atomic_uint version$; %s a$, b$;", type);
    put(g, FIRST, "version$++;");
    put(g, FIRST, "a$ = 1;");
    put(g, FIRST, "b$ = 1;");
    put(g, FIRST, "version$++;");
    put(g, SECOND, "{");
    put(g, SECOND, "    unsigned before = version$;");
    put(g, SECOND, "    int x = a$, y = b$;");
    put(g, SECOND,
        chance(g, 80) ? "    if (before %% 2 == 0 && before == version$) { assert(x == y); }"
                      : "    if (before == version$) { assert(x == y); }");
    put(g, SECOND, "}");
}

const struct scenario atomic_scenarios[] = {
    {"small atomics", small},
    {"whole struct", whole_struct},
    {"double checked", double_checked},
    {"peterson", peterson},
    {"ring", ring},
    {"reference count", reference_count},
    {"publish", publish},
    {"sequence lock", sequence_lock},
    {NULL, NULL},
};
