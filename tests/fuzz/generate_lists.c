/* The generator of programs with lists whose elements have one owner at a time: two threads and main take elements out of a stack or a queue under a lock, one or all, write them, and put them back, mostly as they should, or go through them. */
#include "generate.h"
#include "writer.h"

struct gen {
    struct writer w;
    unsigned wrong; /* one thing in so many is not as it should be */
    bool has_tail;
    bool null_tail; /* it is null while the queue is empty, and that is asked for */
    bool link_tail; /* it leads to the link where the next one goes */
    bool calls;     /* functions are not inlined */
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

static const char *before_function(const struct gen *g) { return g->calls ? "__attribute__((noinline)) static" : "static"; }

static void begin_function(struct gen *g, const char *head)
{
    line(g, "%s %s", before_function(g), head);
    line(g, "{");
    g->w.indent++;
}

static void take(struct gen *g)
{
    begin_function(g, "struct element *take(void)");
    line(g, "struct element *e;");
    lock(g);
    line(g, "e = %s;", g->has_tail && wrongly(g) ? "tail" : "head");
    lose(g);
    line(g, "if (e%s) {", wrongly(g) ? " && e->data" : "");
    if (!wrongly(g))
        line(g, "    head = %s;", wrongly(g) ? "head->next" : "e->next");
    if (g->null_tail && !wrongly(g))
        line(g, "    if (%shead) tail = 0;", wrongly(g) ? "" : "!");
    if (g->link_tail && !wrongly(g))
        line(g, "    %send = &%s;", below(g, 8) ? "if (!head) " : "", wrongly(g) ? "e->next" : "head");
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

static void put_link(struct gen *g)
{
    bool swapped = wrongly(g);
    if (!wrongly(g))
        line(g, "e->next = 0;");
    if (!swapped)
        line(g, "*end = e;");
    lose(g);
    if (!wrongly(g))
        line(g, "end = &e->next;");
    if (swapped)
        line(g, "*end = e;");
}

static void walk(struct gen *g)
{
    begin_function(g, "void walk(void)");
    line(g, "struct element *e;");
    lock(g);
    line(g, "for (e = head; e%s; e = e->next)", wrongly(g) ? " && e->data < 2" : "");
    line(g, "    e->data++;");
    unlock(g);
    if (wrongly(g))
        line(g, "if (e) e->data++;");
    end(g);
}

static void grab(struct gen *g)
{
    begin_function(g, "void grab(void)");
    line(g, "struct element *e, *n;");
    lock(g);
    line(g, "e = head;");
    if (!wrongly(g))
        line(g, "head = %s;", wrongly(g) ? "e ? e->next : 0" : "0");
    if (g->null_tail && !wrongly(g))
        line(g, "tail = 0;");
    if (g->link_tail && !wrongly(g))
        line(g, "end = &head;");
    unlock(g);
    line(g, "for (; e; e = n) {");
    line(g, "    n = e->next;");
    line(g, "    e->data++;");
    if (below(g, 2))
        line(g, below(g, 2) ? "    put(e);" : "    free(e);");
    if (wrongly(g))
        line(g, "    e->data++;");
    line(g, "}");
    end(g);
}

static void put(struct gen *g)
{
    begin_function(g, "void put(struct element *e)");
    lock(g);
    if (g->link_tail) {
        put_link(g);
    } else if (g->has_tail) {
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
    if (!below(g, 4)) {
        line(g, below(g, 2) ? "walk();" : "grab();");
        return;
    }
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
    g.link_tail = !g.has_tail && below(&g, 3);
    g.calls = below(&g, 2);
    line(&g, "/* generated from seed %llu */", (unsigned long long)seed);
    line(&g, "#include <pthread.h>");
    line(&g, "#include <stdlib.h>");
    line(&g, "struct element { int data; struct element *next; };");
    line(&g, "static struct element *head, *tail, *kept, **end = &head;");
    line(&g, "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;");
    line(&g, "static void fill(struct element *e) { e->data = 1; }");
    take(&g);
    put(&g);
    walk(&g);
    grab(&g);
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
