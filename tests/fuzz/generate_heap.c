/* The generator of programs about memory that threads share through pointers: nodes in a static pool, from malloc, local to main and
 * local to threads; p, head and next point to nodes (p never to none), ip to an int anywhere. Every pointer that is followed points
 * to something: nothing is undefined but the use of a thread's local after its end, which heddle gives a meaning. */
#include "generate.h"
#include "writer.h"

#include <stdio.h>

enum { BYTES, COPIES, MUTEX, FUNCTIONS, ATOMICS, HEAP, OWN, INTS, LIST, LOOPS, FEATURES };

struct gen {
    struct writer w;
    unsigned depth, budget;
    bool locked, in_atomic;
    bool has[FEATURES];
};

static const char *const FIELDS[] = {"v", "w[0]", "w[1]", "k"};

/* A pointer to a node; evaluating it twice may give two. */
static const char *node(struct gen *g)
{
    static const char *const choices[] = {"q", "q", "q", "p", "&pool[0]", "&pool[t & 1]", "arg"};
    return choices[below(g, 7)];
}

static const char *variable(struct gen *g, char *buffer)
{
    switch (below(g, 5)) {
    case 0: sprintf(buffer, "t"); break;
    case 1: sprintf(buffer, "x"); break;
    case 2: sprintf(buffer, "%s", g->has[INTS] ? "*ip" : "x"); break;
    default: sprintf(buffer, "(%s)->%s", node(g), FIELDS[below(g, 4)]); break;
    }
    return buffer;
}

static const char *value(struct gen *g, char *buffer)
{
    if (below(g, 6))
        return variable(g, buffer);
    sprintf(buffer, "%u", below(g, 4));
    return buffer;
}

static const char *condition(struct gen *g, char *buffer)
{
    char a[64];
    switch (below(g, 6)) {
    case 0: sprintf(buffer, "%s == %s", node(g), node(g)); break;
    case 1: sprintf(buffer, "head %s %s", below(g, 2) ? "==" : "!=", below(g, 2) ? "0" : "q"); break;
    case 2: sprintf(buffer, "q->next == %s", below(g, 2) ? "0" : "head"); break;
    case 3: sprintf(buffer, "%s <= %u", variable(g, a), below(g, 4)); break;
    default: sprintf(buffer, "%s == %u", variable(g, a), below(g, 4)); break;
    }
    return buffer;
}

static void statements(struct gen *g, unsigned most);

static void nested(struct gen *g, unsigned most)
{
    g->w.indent++;
    statements(g, most);
    g->w.indent--;
    line(g, "}");
}

static void point(struct gen *g)
{
    switch (below(g, 9)) {
    case 0: line(g, "p = %s;", node(g)); break;
    case 1: line(g, "if (q->next) q = q->next;"); break;
    case 2: line(g, "%s", g->has[OWN] ? below(g, 2) ? "p = &own;" : "q = &own;" : "q = p;"); break;
    case 3: line(g, "%s", g->has[HEAP] ? "q = malloc(sizeof *q); *q = pool[1];" : "q = &pool[1];"); break;
    case 4: line(g, "%s", g->has[INTS] ? below(g, 2) ? "ip = &t;" : "ip = &q->w[1];" : "q = arg;"); break;
    case 5: line(g, "%s", g->has[INTS] ? "ip = &x;" : "p = arg;"); break;
    case 6: line(g, "q->next = %s;", below(g, 2) ? "0" : node(g)); break;
    default: line(g, "q = %s;", node(g)); break;
    }
}

static void special(struct gen *g)
{
    char a[64];
    switch (below(g, FEATURES)) {
    case BYTES:
        if (g->has[BYTES])
            line(g, "((unsigned char *)(%s)->w)[%u] = %s & 3;", node(g), 4 * below(g, 2), value(g, a));
        break;
    case COPIES:
        if (g->has[COPIES])
            line(g, "%s",
                 below(g, 3) == 0 ? "*q = pool[1];"
                 : below(g, 2)    ? "memset(q->w, 0, sizeof q->w);"
                                  : "memcpy(q->w, p->w, sizeof q->w);");
        break;
    case MUTEX:
        if (g->has[MUTEX] && !g->locked && !g->in_atomic) {
            line(g, "{ struct node *l = %s; pthread_mutex_lock(&l->m);", node(g));
            g->locked = true;
            statements(g, 2);
            g->locked = false;
            line(g, "pthread_mutex_unlock(&l->m); }");
        }
        break;
    case FUNCTIONS:
        if (g->has[FUNCTIONS])
            line(g, "%s", below(g, 2) ? below(g, 2) ? "f = up;" : "f = down;" : "t = f(t) & 3;");
        break;
    case ATOMICS:
        if (g->has[ATOMICS])
            line(g, "%s",
                 below(g, 3) == 0 ? "__atomic_store_n(&head, q, __ATOMIC_SEQ_CST);"
                 : below(g, 2)    ? "if (__sync_bool_compare_and_swap(&head, 0, q)) t = 1;"
                                  : "{ struct node *o = __atomic_exchange_n(&head, q, __ATOMIC_SEQ_CST); if (o) q = o; }");
        break;
    case LIST:
        if (g->has[LIST])
            line(g, "%s",
                 below(g, 2) ? "q->next = head; head = q;"
                             : "{ int c = 0; for (struct node *n = head; n && c < 3; n = n->next) c++; t = c; }");
        break;
    default: line(g, "t = (t + 1) & 3;"); break;
    }
}

static void atomic_section(struct gen *g)
{
    if (g->in_atomic)
        return;
    g->in_atomic = true;
    line(g, "__VERIFIER_atomic_begin();");
    statements(g, 2);
    line(g, "__VERIFIER_atomic_end();");
    g->in_atomic = false;
}

static void statement(struct gen *g)
{
    char a[128];
    g->budget--;
    g->depth++;
    switch (below(g, g->depth > 2 ? 11 : g->has[LOOPS] ? 18 : 14)) {
    case 0:
    case 1:
    case 2: line(g, "(%s)->%s = %s & 3;", node(g), FIELDS[below(g, 4)], value(g, a)); break;
    case 3: line(g, "t = %s & 3;", value(g, a)); break;
    case 4: line(g, "%s = %s & 3;", g->has[INTS] ? "*ip" : "x", value(g, a)); break;
    case 5:
    case 6: point(g); break;
    case 7:
    case 8: special(g); break;
    case 9:
    case 10: line(g, "assert(%s);", condition(g, a)); break;
    case 11: atomic_section(g); break;
    case 12:
        line(g, "if (%s) {", condition(g, a));
        nested(g, 2);
        break;
    default:
        if (g->has[LOOPS] && !g->in_atomic && below(g, 3) == 0)
            line(g, "for (int i = 0; i < 3 && !(%s); i++) {", condition(g, a));
        else
            line(g, "for (int i = 0; i < %u; i++) {", 1 + below(g, 3));
        nested(g, 2);
        break;
    }
    g->depth--;
}

static void statements(struct gen *g, unsigned most)
{
    for (unsigned n = 1 + below(g, most); n > 0 && g->budget > 0; n--)
        statement(g);
}

static void prelude(struct gen *g)
{
    line(g, "#include <assert.h>");
    line(g, "#include <pthread.h>");
    line(g, "#include <stdlib.h>");
    line(g, "#include <string.h>");
    line(g, "extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);");
    line(g, "struct node { short v; struct node *next; int w[2]; %sunsigned char k; };",
         g->has[MUTEX] ? "pthread_mutex_t m; " : "");
    line(g, "struct node pool[2], *p = &pool[%u], *head;", below(g, 2));
    line(g, "int x, *ip = %s;", below(g, 2) ? "&x" : "&pool[1].w[0]");
    line(g, "static int up(int v) { return v + 1; }");
    line(g, "static int down(int v) { return v - 1; }");
    line(g, "int (*f)(int) = up;");
}

static void locals(struct gen *g)
{
    if (g->has[OWN])
        line(g, "struct node own = {%u};", below(g, 4));
    line(g, "struct node *q = %s;", below(g, 2) ? "arg" : "p");
    line(g, "int t = %u;", below(g, 3));
}

static void thread(struct gen *g, const char *name, unsigned size)
{
    line(g, "void *%s(void *a)", name);
    line(g, "{");
    g->w.indent = 1;
    line(g, "struct node *arg = a;");
    locals(g);
    g->budget = size;
    while (g->budget > 0)
        statements(g, 3);
    line(g, "return %s;", below(g, 2) ? "q" : "0");
    g->w.indent = 0;
    line(g, "}");
}

static const char *argument(struct gen *g)
{
    static const char *const choices[] = {"&pool[0]", "&pool[1]", "&mine", "p", "q"};
    return choices[below(g, 5)];
}

static void some(struct gen *g, unsigned most)
{
    g->budget = below(g, most);
    while (g->budget > 0)
        statements(g, 2);
}

void generate_heap(struct text *out, uint64_t seed)
{
    struct gen g = {.w = {out, {seed}, 0}};
    for (unsigned i = 0; i < FEATURES; i++)
        g.has[i] = below(&g, 3) == 0;
    prelude(&g);
    bool two = below(&g, 2);
    unsigned size = 2 + below(&g, 5);
    thread(&g, "first", size);
    if (two)
        thread(&g, "second", size);
    line(&g, "int main(void)");
    line(&g, "{");
    g.w.indent = 1;
    line(&g, "pthread_t id[2]; struct node mine = {1}, *arg = &mine;");
    locals(&g);
    some(&g, 4);
    line(&g, "pthread_create(&id[0], 0, first, %s);", argument(&g));
    some(&g, 2);
    line(&g, "pthread_create(&id[1], 0, %s, %s);", two ? "second" : "first", argument(&g));
    some(&g, 3);
    if (below(&g, 3))
        line(&g, "pthread_join(id[0], 0);");
    if (below(&g, 3))
        line(&g, "{ void *r; pthread_join(id[1], &r); if (r) q = r; }");
    some(&g, 4);
    line(&g, "assert(%s);", condition(&g, (char[128]){0}));
    line(&g, "return 0;");
    g.w.indent = 0;
    line(&g, "}");
}
