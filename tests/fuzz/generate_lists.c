/* The generator of programs with lists whose elements have one owner at a time: two threads and main take elements out of a stack or a queue under a lock, write them, and put them back, mostly as they should. */
#include "generate.h"
#include "writer.h"

struct gen {
    struct writer w;
    unsigned wrong; /* one thing in so many is not as it should be */
    bool has_tail;
    bool null_tail; /* it is null while the queue is empty, and that is asked for */
};

static bool wrongly(struct gen *g) { return below(g, g->wrong) == 0; }

static void begin(struct gen *g, const char *head)
{
    line(g, "%s", head);
    line(g, "{");
    g->w.indent++;
}

static void end(struct gen *g)
{
    g->w.indent--;
    line(g, "}");
}

static void lock(struct gen *g)
{
    if (!wrongly(g))
        line(g, "pthread_mutex_lock(&%s);", wrongly(g) ? "other" : "m");
}

static void unlock(struct gen *g) { line(g, "pthread_mutex_unlock(&m);"); }

/* Gives the lock back in the middle. */
static void lose(struct gen *g)
{
    if (wrongly(g)) {
        unlock(g);
        lock(g);
    }
}

static void take(struct gen *g)
{
    begin(g, "static struct element *take(void)");
    line(g, "struct element *e;");
    lock(g);
    line(g, "e = %s;", g->has_tail && wrongly(g) ? "tail" : "head");
    lose(g);
    line(g, "if (e%s) {", wrongly(g) ? " && e->data" : "");
    if (!wrongly(g))
        line(g, "    head = %s;", wrongly(g) ? "head->next" : "e->next");
    if (g->null_tail && !wrongly(g))
        line(g, "    if (%shead) tail = 0;", wrongly(g) ? "" : "!");
    line(g, "}");
    unlock(g);
    line(g, "if (!e)");
    line(g, "    e = calloc(1, sizeof *e);");
    line(g, "return e;");
    end(g);
}

static void put_last(struct gen *g)
{
    bool before = below(g, 2);
    if (before && !wrongly(g))
        line(g, "e->next = 0;");
    bool asks_tail = wrongly(g) ? !g->null_tail : g->null_tail;
    line(g, "if (%s)", asks_tail ? "tail" : "head");
    line(g, "    tail->next = e;");
    line(g, "else");
    line(g, "    head = e;");
    lose(g);
    if (!wrongly(g))
        line(g, "tail = e;");
    if (!before && !wrongly(g))
        line(g, "%s->next = 0;", below(g, 2) ? "e" : "tail");
}

static void put(struct gen *g)
{
    begin(g, "static void put(struct element *e)");
    lock(g);
    if (g->has_tail) {
        put_last(g);
    } else {
        if (!wrongly(g))
            line(g, "e->next = head;");
        lose(g);
        line(g, "head = %s;", wrongly(g) ? "e->next" : "e");
        if (wrongly(g))
            line(g, "e->next = head;");
    }
    unlock(g);
    if (wrongly(g))
        line(g, "e->data++;");
    end(g);
}

static void use(struct gen *g)
{
    line(g, "e = take();");
    line(g, below(g, 2) ? "e->data++;" : "fill(e);");
    if (wrongly(g))
        line(g, "if (e->next) e->next->data++;");
    if (wrongly(g))
        line(g, "kept = e;");
    if (wrongly(g))
        line(g, "if (kept) kept->data++;");
    if (below(g, 4))
        line(g, "put(e);");
    if (wrongly(g))
        line(g, below(g, 2) ? "put(e);" : "e->data++;");
}

void generate_lists(struct text *out, uint64_t seed)
{
    struct gen g = {.w = {.out = out, .r = {seed ^ UINT64_C(0x6c697374)}}};
    g.wrong = 8u << below(&g, 4);
    g.has_tail = below(&g, 2);
    g.null_tail = g.has_tail && below(&g, 2);
    line(&g, "/* generated from seed %llu */", (unsigned long long)seed);
    line(&g, "#include <pthread.h>");
    line(&g, "#include <stdlib.h>");
    line(&g, "struct element { int data; struct element *next; };");
    line(&g, "static struct element *head, *tail, *kept;");
    line(&g, "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;");
    line(&g, "static void fill(struct element *e) { e->data = 1; }");
    take(&g);
    put(&g);
    begin(&g, "static void *work(void *unused)");
    line(&g, "struct element *e;");
    for (unsigned k = 1 + below(&g, 2); k > 0; k--)
        use(&g);
    line(&g, "return unused;");
    end(&g);
    begin(&g, "int main(void)");
    line(&g, "pthread_t a, b;");
    line(&g, "struct element *e = 0;");
    if (below(&g, 2))
        use(&g);
    line(&g, "pthread_create(&a, 0, work, 0);");
    line(&g, "pthread_create(&b, 0, work, 0);");
    if (below(&g, 2))
        use(&g);
    if (wrongly(&g))
        line(&g, "head = %s;", below(&g, 2) ? "e" : "0");
    line(&g, "pthread_join(a, 0);");
    line(&g, "pthread_join(b, 0);");
    line(&g, "return 0;");
    end(&g);
}
