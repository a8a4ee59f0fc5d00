/* The generator of programs that hand records to threads: each thread has a record of its own, and what hangs off it; main lends a record until a flag is set in it, or joins the threads of all records in a list,
 * into which a procedure puts them by the address of a local variable; mostly as it should be. */
#include "generate.h"
#include "writer.h"

struct gen {
    struct writer w;
    unsigned wrong; /* one thing in so many is not as it should be */
    bool flag;      /* main waits until the thread has set one */
    bool known;     /* records are in a list */
    bool joined;    /* they have the ids of their threads, which main joins */
    bool put;       /* a procedure puts them there */
};

static bool wrongly(struct gen *g) { return below(g, g->wrong) == 0; }

static void thread_uses(struct gen *g)
{
    switch (below(g, 4)) {
    case 0: line(g, "r->data++;"); break;
    case 1: line(g, "r->part = malloc(sizeof *r->part);"); break;
    case 2: line(g, "if (r->part) r->part->data = r->data;"); break;
    default: line(g, "if (r->part) r->data = r->part->data;"); break;
    }
    if (wrongly(g))
        line(g, below(g, 2) ? "if (r->next) r->next->data++;" : "if (r->next && r->next->part) r->next->part->data++;");
    if (wrongly(g))
        line(g, below(g, 2) ? "last = r;" : "last_part = r->part;");
    if (wrongly(g))
        line(g, below(g, 2) ? "if (last) last->data++;" : "if (last_part) last_part->data++;");
}

static void thread_is_done(struct gen *g)
{
    if (!wrongly(g))
        line(g, "pthread_mutex_lock(&r->m);");
    thread_uses(g);
    bool early = wrongly(g);
    if (early)
        line(g, "pthread_mutex_unlock(&r->m);");
    line(g, "r->done = %d;", !wrongly(g));
    line(g, "pthread_cond_signal(&r->c);");
    if (!early)
        line(g, "pthread_mutex_unlock(&r->m);");
    if (wrongly(g))
        thread_uses(g);
    line(g, "return 0;");
}

static void wait_for_flag(struct gen *g)
{
    if (below(g, 2) && !wrongly(g))
        line(g, "r->done = 0;");
    if (wrongly(g))
        line(g, "pthread_mutex_unlock(&r->m);");
    line(g, "while (%sr->done)", wrongly(g) ? "" : "!");
    line(g, "    pthread_cond_wait(&r->c, &r->m);");
    if (!wrongly(g))
        line(g, "pthread_mutex_unlock(&r->m);");
}

/* It is recursive, so that it is not inlined. */
static void define_put(struct gen *g)
{
    line(g, "static struct record **kept;");
    line(g, "static void put(struct record **at, int n)");
    line(g, "{");
    g->w.indent++;
    line(g, "if (n) {");
    line(g, "    put(at, n - 1);");
    line(g, "    return;");
    line(g, "}");
    line(g, "(*at)->next = all;");
    line(g, "all = *at;");
    if (wrongly(g))
        line(g, "*at = (*at)->next ? (*at)->next : *at;");
    if (wrongly(g))
        line(g, "if (kept) *kept = all;");
    if (wrongly(g))
        line(g, "kept = at;");
    g->w.indent--;
    line(g, "}");
}

static void join_all(struct gen *g)
{
    line(g, "for (r = all; r; r = r->next) {");
    g->w.indent++;
    if (wrongly(g))
        line(g, "r->data++;");
    if (wrongly(g))
        line(g, "if (r->next) r->id = r->next->id;");
    if (wrongly(g))
        line(g, "if (r->data > 1)");
    line(g, "pthread_join(%s->id, 0);", wrongly(g) ? "all" : "r");
    if (below(g, 3))
        line(g, "r->data++;");
    if (wrongly(g))
        line(g, "if (r->next) r->next->data++;");
    if (wrongly(g))
        line(g, "pthread_create(&r->id, 0, work, r);");
    if (below(g, 2))
        line(g, "r->part = 0;");
    g->w.indent--;
    line(g, "}");
}

static void create(struct gen *g, unsigned number)
{
    if (g->joined)
        line(g, "pthread_create(&%s->id, 0, work, r);", number && wrongly(g) ? "before" : "r");
    else
        line(g, "pthread_create(&t%u, 0, work, r);", number);
}

static void begin_one(struct gen *g, unsigned number)
{
    bool again = number && wrongly(g);
    if (!again)
        line(g, "r = %s;", wrongly(g) ? "calloc(1, sizeof *r)" : "malloc(sizeof *r)");
    line(g, "pthread_mutex_init(&r->m, 0);");
    line(g, "pthread_cond_init(&r->c, 0);");
    line(g, "r->data = %u;", number);
    line(g, "r->part = %s;", wrongly(g) ? "common" : wrongly(g) && number ? "before->part" : "0");
    line(g, "r->next = %s;", g->known || wrongly(g) ? "all" : "0");
    if (g->put)
        line(g, "put(&r, 2);");
    else if (g->known)
        line(g, "all = r;");
    if (number && wrongly(g))
        line(g, "*r = *before;");
    bool zero = !wrongly(g);
    if (g->flag && zero)
        line(g, "r->done = 0;");
    if (g->flag && !wrongly(g))
        line(g, "pthread_mutex_lock(&r->m);");
    create(g, number);
    if (g->flag)
        wait_for_flag(g);
    if (g->flag || wrongly(g))
        line(g, "r->data++;");
    if (wrongly(g))
        create(g, number);
    line(g, "before = r;");
}

void generate_handed(struct text *out, uint64_t seed)
{
    struct gen g = {.w = {.out = out, .r = {seed ^ UINT64_C(0x68616e64)}}};
    g.wrong = 12u << below(&g, 4);
    g.flag = below(&g, 2);
    g.known = !g.flag && below(&g, 3);
    g.joined = g.known && below(&g, 3);
    g.put = g.known && below(&g, 2);
    line(&g, "/* generated from seed %llu */", (unsigned long long)seed);
    line(&g, "#include <pthread.h>");
    line(&g, "#include <stdlib.h>");
    line(&g, "struct part { int data; };");
    line(&g, "struct record { int data, done; struct part *part; struct record *next; pthread_t id; pthread_mutex_t m; "
             "pthread_cond_t c; };");
    line(&g, "static struct record *all, *last;");
    line(&g, "static struct part *last_part;");
    if (g.put)
        define_put(&g);
    line(&g, "static void *work(void *argument)");
    line(&g, "{");
    g.w.indent++;
    line(&g, "struct record *r = argument;");
    if (g.flag) {
        thread_is_done(&g);
    } else {
        for (unsigned k = 2 + below(&g, 3); k > 0; k--)
            thread_uses(&g);
        line(&g, "return 0;");
    }
    g.w.indent--;
    line(&g, "}");
    line(&g, "int main(void)");
    line(&g, "{");
    g.w.indent++;
    line(&g, "pthread_t t0, t1;");
    line(&g, "(void)&t0, (void)&t1;");
    line(&g, "struct record *r = 0, *before = 0;");
    line(&g, "struct part *common = malloc(sizeof *common);");
    line(&g, "(void)common;");
    if (below(&g, 2)) {
        line(&g, "for (int k = 0; k < 2; k++) {");
        g.w.indent++;
        begin_one(&g, 0);
        g.w.indent--;
        line(&g, "}");
    } else {
        begin_one(&g, 0);
        begin_one(&g, 1);
    }
    if (g.joined)
        join_all(&g);
    line(&g, "(void)before;");
    line(&g, "return 0;");
    g.w.indent--;
    line(&g, "}");
}
