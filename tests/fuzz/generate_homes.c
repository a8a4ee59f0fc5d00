/* The generator of programs with memory that has a home: two threads and main put entries into the buckets of a table, find, change and take them out under the lock of the bucket, mostly as they should. */
#include "generate.h"
#include "writer.h"

struct gen {
    struct writer w;
    unsigned wrong; /* one thing in so many is not as it should be */
    bool on_heap;   /* the table */
    bool calls;     /* functions are not inlined */
    bool by_index;  /* buckets are found by number each time */
};

static bool wrongly(struct gen *g) { return below(g, g->wrong) == 0; }

static void begin(struct gen *g, const char *head)
{
    line(g, "%s%s", g->calls && below(g, 2) ? "__attribute__((noinline)) " : "", head);
    line(g, "{");
    g->w.indent++;
}

static void end(struct gen *g)
{
    g->w.indent--;
    line(g, "}");
}

/* What the bucket is called. */
static const char *bucket(struct gen *g) { return wrongly(g) ? "c" : g->by_index ? "(&table[i])" : "b"; }

static void lock(struct gen *g)
{
    if (!wrongly(g))
        line(g, "pthread_mutex_lock(&%s->lock);", bucket(g));
}

static void unlock(struct gen *g) { line(g, "pthread_mutex_unlock(&%s->lock);", g->by_index ? "(&table[i])" : "b"); }

static void begin_bucket(struct gen *g)
{
    line(g, "struct bucket *b = &table[i], *c = &table[1 - i];");
    line(g, "(void)b, (void)c;");
}

static void make(struct gen *g)
{
    begin(g, "static struct entry *make(void)");
    line(g, "struct entry *e = calloc(1, sizeof *e);");
    line(g, "e->value = malloc(sizeof *e->value);");
    line(g, "*e->value = 1;");
    if (wrongly(g))
        line(g, "kept = %s;", below(g, 2) ? "e" : "kept ? kept : e");
    if (wrongly(g))
        line(g, "*(kept ? kept : e)->value = 2;");
    line(g, "return e;");
    end(g);
}

static void put(struct gen *g)
{
    begin(g, "static void put(int i)");
    begin_bucket(g);
    line(g, "struct entry *e = make();");
    lock(g);
    line(g, "e->next = %s->head;", bucket(g));
    line(g, "%s->head = e;", bucket(g));
    if (below(g, 3) == 0)
        line(g, "*%s->value = 2;", below(g, 2) ? "e" : "b->head");
    unlock(g);
    if (wrongly(g))
        line(g, "e->key++;");
    if (wrongly(g))
        line(g, "c->head = e;");
    end(g);
}

static void find(struct gen *g)
{
    begin(g, "static struct entry *find(struct bucket *b, int key)");
    line(g, "struct entry *e;");
    line(g, "for (e = b->head; e; e = e->next)");
    line(g, "    if (e->key == key)");
    line(g, "        break;");
    line(g, "return e;");
    end(g);
}

static void change(struct gen *g)
{
    begin(g, "static void change(int i)");
    begin_bucket(g);
    lock(g);
    line(g, "struct entry *e = find(%s, 0);", bucket(g));
    line(g, "if (e) {");
    switch (below(g, 4)) {
    case 0: line(g, "    ++*e->value;"); break;
    case 1:
        line(g, "    free(e->value);");
        line(g, "    e->value = malloc(sizeof *e->value);");
        line(g, "    *e->value = 3;");
        break;
    case 2: line(g, "    if (e->next) e->value = e->next->value;"); break;
    default: line(g, "    e->key = e->next ? e->next->key : 1;"); break;
    }
    if (wrongly(g))
        line(g, "    kept = e;");
    if (wrongly(g))
        line(g, "    if (c->head) c->head->value = e->value;");
    line(g, "}");
    unlock(g);
    if (wrongly(g))
        line(g, "if (e) e->key++;");
    end(g);
}

static void take(struct gen *g)
{
    bool links = below(g, 2), late = wrongly(g);
    begin(g, "static void take(int i)");
    begin_bucket(g);
    line(g, "struct entry *e;");
    lock(g);
    if (links) {
        line(g, "struct entry **p;");
        line(g, "for (p = &%s->head; *p && (*p)->key; p = &(*p)->next)", bucket(g));
        line(g, "    ;");
        line(g, "e = *p;");
        line(g, "if (e)");
        line(g, "    *p = e->next;");
    } else {
        line(g, "struct entry *before = 0;");
        line(g, "for (e = %s->head; e && e->key; before = e, e = e->next)", bucket(g));
        line(g, "    ;");
        line(g, "if (e && before)");
        line(g, "    before->next = e->next;");
        line(g, "else if (e)");
        line(g, "    %s->head = e->next;", bucket(g));
    }
    if (wrongly(g))
        line(g, "if (e) { e->next = c->head; c->head = e; e = 0; }");
    if (late)
        unlock(g);
    line(g, "if (e) {");
    line(g, "    ++*e->value;");
    if (below(g, 2)) {
        line(g, "    free(e->value);");
        line(g, "    free(e);");
    }
    line(g, "}");
    if (!late)
        unlock(g);
    end(g);
}

static void use(struct gen *g)
{
    static const char *const what[] = {"put", "put", "change", "take"};
    line(g, "%s(%s);", what[below(g, 4)], below(g, 2) ? "__VERIFIER_nondet_bool()" : below(g, 3) ? "0" : "1");
    if (wrongly(g))
        line(g, "if (kept) ++*kept->value;");
}

void generate_homes(struct text *out, uint64_t seed)
{
    struct gen g = {.w = {.out = out, .r = {seed ^ UINT64_C(0x686f6d65)}}};
    g.wrong = 16u << below(&g, 3);
    g.on_heap = below(&g, 2);
    g.calls = below(&g, 2);
    g.by_index = below(&g, 2);
    line(&g, "/* generated from seed %llu */", (unsigned long long)seed);
    line(&g, "#include <pthread.h>");
    line(&g, "#include <stdlib.h>");
    line(&g, "extern _Bool __VERIFIER_nondet_bool(void);");
    line(&g, "struct entry { int key, *value; struct entry *next; };");
    line(&g, "struct bucket { pthread_mutex_t lock; struct entry *head; };");
    line(&g, g.on_heap ? "static struct bucket *table;" : "static struct bucket table[2];");
    line(&g, "static struct entry *kept;");
    make(&g);
    put(&g);
    find(&g);
    change(&g);
    take(&g);
    begin(&g, "static void *work(void *unused)");
    for (unsigned k = 1 + below(&g, 2); k > 0; k--)
        use(&g);
    line(&g, "return unused;");
    end(&g);
    begin(&g, "int main(void)");
    line(&g, "pthread_t a, b;");
    if (g.on_heap)
        line(&g, "table = calloc(2, sizeof *table);");
    if (g.on_heap || below(&g, 2))
        line(&g, "for (int i = 0; i < 2; i++) pthread_mutex_init(&table[i].lock, 0);");
    if (below(&g, 2))
        use(&g);
    line(&g, "pthread_create(&a, 0, work, 0);");
    line(&g, "pthread_create(&b, 0, work, 0);");
    if (below(&g, 2))
        use(&g);
    line(&g, "pthread_join(a, 0);");
    line(&g, "pthread_join(b, 0);");
    line(&g, "return 0;");
    end(&g);
}
