/* Scenarios of real.h about what memory holds: structs with padding, unions, bit-fields, copies in all forms, the heap, strings. */
#include "real.h"

/* Types with members a and b, most with a gap. */
static const char *const shapes[] = {
    "struct { char a; int b; }",
    "struct { int a; char b; }",
    "struct { short a; long b; }",
    "struct { int a, b; }",
    "struct { char a; short b; }",
    "struct { long a; int b; }",
    "struct { char a; struct { char c; int d; } gap; char b; }",
    "struct { int a : 5; int b : 7; }",
    "struct { char a, more[12], b; }",
    "struct { _Alignas(16) char a; char b; }",
};

static void type(struct real *g) { put(g, DECLARATIONS, "typedef %s T$;", choose(g, shapes)); }

/* Copies FROM to TO (both expressions of type T$) in one of the ways there are. By value, a small struct is one word to a machine, so
 * that half of it is never seen. */
static void copy(struct real *g, unsigned actor, const char *to, const char *from, bool by_value)
{
    switch (pick(g, by_value ? 6 : 4)) {
    case 0: put(g, actor, "%s = %s;", to, from); break;
    case 1: put(g, actor, "memcpy(&%s, &%s, sizeof %s);", to, from, to); break;
    case 2: put(g, actor, "memmove(&%s, &%s, sizeof %s);", to, from, to); break;
    case 3: put(g, actor, "{ T$ *to = &%s, *from = &%s; *to = *from; }", to, from); break;
    case 4: put(g, actor, "%s = same$(%s);", to, from); break;
    default: put(g, actor, "set$(&%s, %s);", to, from); break;
    }
}

static void copy_functions(struct real *g)
{
    put(g, DECLARATIONS, "T$ same$(T$ v) { return v; }");
    put(g, DECLARATIONS, "void set$(T$ *to, T$ v) { *to = v; }");
}

/* Both members are always equal under the lock; whoever copies without it may see a half of a change. */
static void pair(struct real *g)
{
    struct protection p = protection(g, "m"), none = {.none = true};
    bool careless = chance(g, 40);
    type(g);
    copy_functions(g);
    put(g, DECLARATIONS, "T$ s$;");
    lock(g, FIRST, &p);
    if (chance(g, 50)) {
        put(g, FIRST, "s$.a = 1;");
        put(g, FIRST, "s$.b = 1;");
    } else {
        put(g, FIRST, "T$ new = {0};");
        put(g, FIRST, "new.a = 1; new.b = 1;");
        copy(g, FIRST, "s$", "new", true);
    }
    unlock(g, FIRST, &p);
    const struct protection *q = careless ? &none : &p;
    put(g, SECOND, "T$ t$ = {0};");
    lock(g, SECOND, q);
    copy(g, SECOND, "t$", "s$", !careless);
    unlock(g, SECOND, q);
    put(g, SECOND, "assert(t$.a == t$.b);");
}

/* What lies in the gaps of a struct. */
static void padding(struct real *g)
{
    unsigned fill = pick(g, 3) * 85;
    type(g);
    put(g, DECLARATIONS, "T$ s$, t$; atomic_int ready$;");
    put(g, FIRST, "memset(&s$, %u, sizeof s$);", fill);
    put(g, FIRST, "s$.a = 1;");
    put(g, FIRST, "s$.b = 1;");
    switch (pick(g, 3)) {
    case 0: put(g, FIRST, "memcpy(&t$, &s$, sizeof s$);"); break;
    case 1: put(g, FIRST, "t$ = s$;"); break;
    default: put(g, FIRST, "{ T$ *to = &t$, *from = &s$; *to = *from; }"); break;
    }
    put(g, FIRST, "ready$ = 1;");
    put(g, SECOND, "if (ready$) {");
    switch (pick(g, 3)) {
    case 0: put(g, SECOND, "    assert(memcmp(&s$, &t$, sizeof s$) == 0);"); break;
    case 1:
        put(g, SECOND, "    assert(((unsigned char *)&t$)[%u] == ((unsigned char *)&s$)[%u]);", 1 + pick(g, 3), 1 + pick(g, 3));
        break;
    default: put(g, SECOND, "    assert(((unsigned char *)&t$)[sizeof t$ - 1] %s %u);", chance(g, 70) ? "==" : "!=", fill); break;
    }
    put(g, SECOND, "}");
}

/* A copy of a whole struct writes (reads) the gap too. */
static void gap(struct real *g)
{
    put(g, DECLARATIONS, "union { struct { char a; int b; } s; unsigned char bytes[8]; } u$; struct { char a; int b; } v$;");
    const char *const whole[] = {"memset(&u$, 0, sizeof u$);", "memcpy(&u$.s, &v$, sizeof v$);", "memcpy(&v$, &u$.s, sizeof v$);",
                                 "memset(&u$.s, 0, sizeof u$.s);"};
    put(g, FIRST, "%s", choose(g, whole));
    if (chance(g, 70))
        put(g, SECOND, "u$.bytes[%u] = 9;", 1 + pick(g, 3));
    else
        put(g, SECOND, "v$.a = 1;");
    if (chance(g, 50))
        put(g, END, "assert(u$.bytes[%u] == %u);", 1 + pick(g, 3), chance(g, 50) ? 9 : 0);
}

/* Each writes what is its own, next to what is the other's. */
static void neighbours(struct real *g)
{
    static const char *const types[] = {
        "struct { char a, b; }",
        "struct { unsigned a : 3, b : 5; }",
        "struct { unsigned char a : 4; unsigned char : 0; unsigned char b : 4; }",
        "union { struct { short a, b; }; int whole; }",
        "union { int a; int b; }",
        "struct { unsigned a : 9, b : 9; }",
        "struct { _Bool a, b; }",
    };
    const char *t = choose(g, types);
    put(g, DECLARATIONS, "%s s$;", t);
    put(g, FIRST, "s$.a = 1;");
    put(g, SECOND, "s$.b = 1;");
    if (chance(g, 30))
        put(g, SECOND, "assert(s$.b == 1);");
    put(g, END, "assert(s$.a == 1 && s$.b == 1);");
}

/* A union of an integer and its bytes, or of a struct and an integer. */
static void views(struct real *g)
{
    struct protection p = protection(g, "m");
    put(g, DECLARATIONS, "union { unsigned i; unsigned char c[4]; struct { short low, high; } h; } u$;");
    lock(g, FIRST, &p);
    put(g, FIRST, chance(g, 50) ? "u$.i = 0x01020304;" : "u$.h.low = 0x0304; DELAY u$.h.high = 0x0102;");
    unlock(g, FIRST, &p);
    lock(g, SECOND, &p);
    put(g, SECOND, chance(g, 50) ? "assert(u$.c[0] == 0 || u$.c[%u] == %u);" : "assert(u$.i == 0 || u$.c[%u] == %u);", 3, 1);
    unlock(g, SECOND, &p);
    put(g, END, "assert(u$.h.low == 0x0304);");
}

/* Memory that one allocates, another uses, and somebody frees. */
static void heap(struct real *g)
{
    static const char *const frees[] = {"free(p);", "p = realloc(p, 32); DELAY free(p);", "free(p);"};
    unsigned how = pick(g, 3);
    put(g, DECLARATIONS, "struct node$ { int v; struct node$ *next; }; _Atomic(struct node$ *) shared$;");
    put(g, START, "{ struct node$ *n = malloc(sizeof *n); n->v = 1; n->next = 0; shared$ = n; }");
    for (unsigned i = 0; i < 2; i++) {
        const char *take = how == 0 ? "atomic_exchange(&shared$, 0)" : "atomic_load(&shared$)";
        put(g, i, "{");
        put(g, i, "    struct node$ *p = %s;", take);
        put(g, i, "    if (p) {");
        if (how == 0)
            put(g, i, chance(g, 50) ? "    assert(p->v == 1);" : "    p->v = 2;");
        else /* the other one may have freed it: nobody knows what is there */
            put(g, i, i == how - 1 ? "    p->v = 2;" : "    if (p->v == 9) { DELAY }");
        if (how == 0 || i == how - 1)
            put(g, i, "    %s", choose(g, frees));
        put(g, i, "    }");
        put(g, i, "}");
    }
}

/* Library functions read and write what they are given. */
static void strings(struct real *g)
{
    struct protection p = protection(g, "m"), none = {.none = true};
    bool careless = chance(g, 30);
    static const char *const writes[] = {"strcpy(text$, \"bb\");", "text$[0] = 'b';", "memset(text$, 'b', 2);",
                                         "snprintf(text$, sizeof text$, \"%s\", \"bb\");"};
    static const char *const reads[] = {
        "assert(strlen(text$) == 2);",
        "printf(\"%s\", text$);",
        "puts(text$);",
        "fputs(text$, stdout);",
        "fwrite(text$, 1, 2, stdout);",
        "if (write(1, text$, 2) < 0) { DELAY }",
        "assert(strcmp(text$, \"aa\") == 0 || text$[0] == 'b');",
        "assert(memchr(text$, 'a', 3) || text$[1] == 'b');",
        "{ char *d = strdup(text$); assert(d[2] == 0); free(d); }",
    };
    put(g, DECLARATIONS, "char text$[4] = \"aa\";");
    lock(g, FIRST, &p);
    put(g, FIRST, "%s", choose(g, writes));
    unlock(g, FIRST, &p);
    lock(g, SECOND, careless ? &none : &p);
    put(g, SECOND, "%s", choose(g, reads));
    unlock(g, SECOND, careless ? &none : &p);
}

/* The result of a thread that is created here, and where its id is kept. */
static void child(struct real *g)
{
    bool shown = chance(g, 40);
    put(g, DECLARATIONS, "pthread_t id$; int done$;");
    if (shown)
        put(g, DECLARATIONS, "void *child$(void *a) { assert(pthread_equal(id$, pthread_self())); done$ = 1; return a; }");
    else
        put(g, DECLARATIONS, "void *child$(void *a) { done$ = 1; DELAY %s; }", chance(g, 50) ? "return a" : "pthread_exit(a)");
    put(g, FIRST, "pthread_create(&id$, 0, child$, (void *)7L);");
    put(g, FIRST, "{ void *r; pthread_join(id$, &r); assert(r == (void *)7L); }");
    put(g, FIRST, "assert(done$);");
    if (chance(g, 20))
        put(g, SECOND, "assert(done$ < 2);");
}

const struct scenario data_scenarios[] = {
    {"pair", pair},       {"padding", padding}, {"gap", gap}, {"neighbours", neighbours}, {"views", views}, {"heap", heap},
    {"strings", strings}, {"child", child},     {NULL, NULL},
};
