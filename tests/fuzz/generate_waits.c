/* The generator of programs that take several locks at a time: mutexes, a read-write lock, locks of objects behind pointers and of an array; by calls, tried, under a gate, in
 * loops that end and in some that do not; with joins here and there. Mostly in one order, so that about half of the programs have no deadlock. */
#include "generate.h"
#include "writer.h"

struct gen {
    struct writer w;
    unsigned held; /* the rank of the last lock that was taken: others come behind it */
    bool orderly;  /* locks are taken in one order */
};

enum { LOCKS = 4 };

static bool rarely(struct gen *g) { return below(g, 12) == 0; }

static void take(struct gen *g, unsigned lock, const char *object)
{
    switch (lock) {
    case 0: line(g, "%s(&gate);", below(g, 2) ? "pthread_mutex_lock" : "take"); break;
    case 1: line(g, "take(&m);"); break;
    case 2: line(g, "pthread_rwlock_%slock(&rw);", below(g, 2) ? "rd" : "wr"); break;
    default: line(g, "take(&%s->lock);", object); break;
    }
}

static void give(struct gen *g, unsigned lock, const char *object)
{
    switch (lock) {
    case 0: line(g, "pthread_mutex_unlock(&gate);"); break;
    case 1: line(g, "give(&m);"); break;
    case 2: line(g, "pthread_rwlock_unlock(&rw);"); break;
    default: line(g, "give(&%s->lock);", object); break;
    }
}

static void region(struct gen *g, unsigned depth);

static void inside(struct gen *g, unsigned depth)
{
    switch (below(g, 8)) {
    case 0: line(g, "for (int i = 0; i < %u; i++)", below(g, 3)), line(g, "    x = i;"); break;
    case 1: line(g, "x = count(%u);", below(g, 3)); break;
    case 2:
        if (rarely(g))
            line(g, "while (x == 1)"), line(g, "    ;");
        break;
    case 3:
        if (rarely(g))
            line(g, "if (x == 2)"), line(g, "    pthread_exit(0);");
        break;
    case 4:
        if (rarely(g))
            line(g, "x = again(x);");
        break;
    default:
        if (depth)
            region(g, depth - 1);
        break;
    }
}

/* A lock is taken, something happens, and it is given back, mostly. */
static void region(struct gen *g, unsigned depth)
{
    unsigned before = g->held,
             lock = g->orderly && before < LOCKS - 1 ? before + 1 + below(g, LOCKS - 1 - before) : below(g, LOCKS);
    const char *object = below(g, 2) ? "one" : "two";
    g->held = lock;
    if (below(g, 6) == 0) {
        line(g, "if (pthread_mutex_trylock(&m) == 0) {");
        g->w.indent++;
        inside(g, depth);
        line(g, "give(&m);");
        g->w.indent--;
        line(g, "}");
    } else {
        take(g, lock, object);
        inside(g, depth);
        if (!rarely(g))
            give(g, lock, object);
    }
    g->held = before;
}

static void thread(struct gen *g, const char *name)
{
    line(g, "static void *%s(void *unused)", name);
    line(g, "{");
    g->w.indent++;
    g->held = 0;
    bool gated = below(g, 3) == 0;
    if (gated)
        line(g, "take(&gate);");
    for (unsigned k = 1 + below(g, 2); k > 0; k--)
        region(g, 2);
    if (gated)
        line(g, "give(&gate);");
    line(g, "return unused;");
    g->w.indent--;
    line(g, "}");
}

static void declarations(struct gen *g)
{
    line(g, "#include <pthread.h>");
    line(g, "struct thing { pthread_mutex_t lock; int data; };");
    line(g, "static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER, m = PTHREAD_MUTEX_INITIALIZER;");
    line(g, "static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;");
    line(g, "static struct thing things[2], *one = &things[0], *two = &things[%u];", below(g, 4) ? 1 : 0);
    line(g, "static int x;");
    line(g, "static void take(pthread_mutex_t *l) { pthread_mutex_lock(l); }");
    line(g, "static void give(pthread_mutex_t *l) { pthread_mutex_unlock(l); }");
    line(g, "static int count(int n) { int sum = 0; while (n--) sum++; return sum; }");
    line(g, "static int again(int n) { return n == 1 ? again(x) : n; }");
}

void generate_waits(struct text *out, uint64_t seed)
{
    struct gen g = {.w = {.out = out, .r = {seed ^ UINT64_C(0x77616974)}}};
    g.orderly = below(&g, 2);
    line(&g, "/* generated from seed %llu */", (unsigned long long)seed);
    declarations(&g);
    thread(&g, "first");
    thread(&g, "second");
    line(&g, "int main(void)");
    line(&g, "{");
    line(&g, "    pthread_t t, u;");
    line(&g, "    for (int i = 0; i < 2; i++)");
    line(&g, "        pthread_mutex_init(&things[i].lock, 0);");
    line(&g, "    pthread_create(&t, 0, first, 0);");
    bool apart = below(&g, 6) == 0, holds = rarely(&g);
    if (apart)
        line(&g, "    pthread_join(t, 0);");
    line(&g, "    pthread_create(&u, 0, %s, 0);", below(&g, 3) ? "second" : "first");
    if (holds)
        line(&g, "    take(&m);");
    if (!apart)
        line(&g, "    pthread_join(t, 0);");
    line(&g, "    pthread_join(u, 0);");
    if (holds)
        line(&g, "    give(&m);");
    if (below(&g, 2))
        line(&g, "    second(0);");
    line(&g, "    return x;");
    line(&g, "}");
}
