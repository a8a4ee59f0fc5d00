/* The generator of programs with readers that are counted by hand, around a semaphore: two threads and main that read and write in sections, which are mostly as they should be. */
#include "generate.h"
#include "writer.h"

struct gen {
    struct writer w;
    unsigned wrong; /* one thing in so many is not as it should be */
};

static bool wrongly(struct gen *g) { return below(g, g->wrong) == 0; }

/* Before the count is changed, or behind it, the semaphore is waited for, or posted, if it has this value. */
static void count(struct gen *g, bool up)
{
    bool before = below(g, 2);
    unsigned value = up ? !before : before;
    if (wrongly(g))
        value ^= 1;
    const char *change = up == !wrongly(g) ? "readers++;" : "readers--;";
    if (!before)
        line(g, "%s", change);
    if (!wrongly(g))
        line(g, "if (readers %s %u)", wrongly(g) ? "!=" : "==", value);
    line(g, "    %s(&room);", up == !wrongly(g) ? "sem_wait" : "sem_post");
    if (before)
        line(g, "%s", change);
}

static void counts(struct gen *g, bool up)
{
    bool open = wrongly(g), late = wrongly(g);
    if (open)
        line(g, "if (z)");
    line(g, "%spthread_mutex_lock(&%s);", open ? "    " : "", wrongly(g) ? "other" : "m");
    if (late)
        line(g, "if (z == 1)"), line(g, "    pthread_mutex_unlock(&m);");
    count(g, up);
    line(g, "pthread_mutex_unlock(&m);");
}

static void access(struct gen *g, bool write)
{
    const char *name = below(g, 2) ? "x" : "y";
    if (write && below(g, 2))
        line(g, "%s++;", name);
    else
        line(g, "sum += %s;", name);
}

static void section(struct gen *g)
{
    if (below(g, 2)) {
        if (below(g, 2))
            line(g, "enter();");
        else
            counts(g, true);
        access(g, wrongly(g));
        if (below(g, 2))
            line(g, wrongly(g) ? "sem_post(&room);" : "leave();");
        else
            counts(g, false);
    } else {
        line(g, "sem_wait(&room);");
        access(g, true);
        line(g, wrongly(g) ? "leave();" : "sem_post(&room);");
    }
}

static void function(struct gen *g, const char *head, unsigned what)
{
    line(g, "%s", head);
    line(g, "{");
    g->w.indent++;
    if (what < 2)
        counts(g, what);
    else
        for (unsigned k = 1 + below(g, 2); k > 0; k--)
            section(g);
    if (what == 2)
        line(g, "return unused;");
    g->w.indent--;
    line(g, "}");
}

void generate_readers(struct text *out, uint64_t seed)
{
    struct gen g = {.w = {.out = out, .r = {seed ^ UINT64_C(0x72656164)}}};
    g.wrong = 12u << below(&g, 4);
    line(&g, "/* generated from seed %llu */", (unsigned long long)seed);
    line(&g, "#include <pthread.h>");
    line(&g, "#include <semaphore.h>");
    line(&g, "static int x, y, z, readers%s;", wrongly(&g) ? " = 1" : "");
    line(&g, "static _Thread_local int sum;");
    line(&g, "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;");
    line(&g, "static sem_t room;");
    function(&g, "static void enter(void)", 1);
    function(&g, "static void leave(void)", 0);
    function(&g, "static void *first(void *unused)", 2);
    function(&g, "static void *second(void *unused)", 2);
    line(&g, "int main(void)");
    line(&g, "{");
    g.w.indent++;
    line(&g, "pthread_t a, b;");
    line(&g, "sem_init(&room, 0, %u);", wrongly(&g) ? 2u : 1u);
    line(&g, "pthread_create(&a, 0, first, 0);");
    line(&g, "pthread_create(&b, 0, %s, 0);", below(&g, 2) ? "first" : "second");
    if (below(&g, 2))
        section(&g);
    if (wrongly(&g))
        line(&g, "readers = 0;");
    line(&g, "return 0;");
    g.w.indent--;
    line(&g, "}");
}
