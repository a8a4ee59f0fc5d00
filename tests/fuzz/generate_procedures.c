/* The generator of programs that are made of procedures, as whole programs are: locks and data as arguments, functions through pointers, recursion, wrappers of creating
 * and joining, threads in loops with elements of arrays of their own. What is right in most programs of this kind is wrong in some of these: a lock is not taken, an
 * index is shared, a loop ends too early. */
#include "generate.h"
#include "writer.h"

struct gen {
    struct writer w;
};

static bool rarely(struct gen *g) { return below(g, 5) == 0; }

static const char *variable(struct gen *g)
{
    static const char *const names[] = {"a", "b", "c"};
    return names[below(g, 3)];
}

/* An access to shared variables, mostly as it should be. */
static void access(struct gen *g)
{
    const char *v = variable(g);
    switch (below(g, 7)) {
    case 0: line(g, "add(&m%u, &%s);", v[0] == 'a' ? 0 : rarely(g) ? 0 : 1, v); break;
    case 1: line(g, "ops[%u](&things[%u]);", below(g, 3), below(g, 2)); break;
    case 2: line(g, "deep(%u, &m0, &a);", below(g, 3)); break;
    case 3:
        line(g, "take(&m1);");
        line(g, "%s++;", rarely(g) ? "a" : below(g, 2) ? "b" : "c");
        if (!rarely(g) || below(g, 2))
            line(g, "give(&m1);");
        break;
    case 4: line(g, "in_thing(%s);", below(g, 2) ? "&things[0]" : "last"); break;
    case 5: /* a pointer that is read again and again, and should be the same each time */
        line(g, "pthread_mutex_lock(&last->lock);");
        if (rarely(g))
            line(g, "last = &things[%u];", below(g, 2));
        line(g, "last->%s++;", rarely(g) ? "more" : "data");
        line(g, "pthread_mutex_unlock(&last->lock);");
        break;
    default:
        if (rarely(g))
            line(g, "%s = 1;", v);
        break;
    }
}

static void helpers(struct gen *g)
{
    const char *again = below(g, 2) ? "if (!m) give(m); " : ""; /* it stays a procedure, since it seems to be recursive */
    line(g, "static void take(pthread_mutex_t *m) { pthread_mutex_lock(m); }");
    line(g, "static void give(pthread_mutex_t *m) { %spthread_mutex_unlock(m); }", again);
    line(g, "static void add(pthread_mutex_t *m, int *p)");
    line(g, "{");
    line(g, "    %s", rarely(g) ? "if (c == 0)\n        take(m);\n    else\n        take(&m0);" : "take(m);");
    line(g, "    (*p)++;");
    line(g, "    give(m);");
    line(g, "}");
    line(g, "static void in_thing(struct thing *t) { take(&t->lock); t->data++; give(&t->lock); }");
    line(g, "static void beside(struct thing *t) { %s }",
         rarely(g) ? "t->data = 2;" : "take(&t->lock); t->data = 2; give(&t->lock);");
    line(g, "static void other(struct thing *t) { take(&%s); t->more++; give(&%s); }", rarely(g) ? "t->lock" : "m0", "m0");
    line(g, "static void (*const ops[])(struct thing *) = {in_thing, beside, other};");
    line(g, "static void deep(int n, pthread_mutex_t *m, int *p)");
    line(g, "{");
    line(g, "    if (n == 0)");
    line(g, "        %s;", rarely(g) ? "(*p)++" : "add(m, p)");
    line(g, "    else");
    line(g, "        deep(n - 1, m, p);");
    line(g, "}");
}

/* What a thread does with the element that it has: its own, as a rule. */
static void own(struct gen *g)
{
    static const char *const wrong[] = {"j[1].in = 1;", "slots[0]++;", "jobs[0].out = 2;", "count = 1;"};
    line(g, "j->out = j->in + 1;");
    if (below(g, 2))
        line(g, "slots[j->number]++;");
    if (rarely(g))
        line(g, "%s", wrong[below(g, 4)]);
}

static void workers(struct gen *g)
{
    line(g, "static void *work(void *argument)");
    line(g, "{");
    g->w.indent++;
    line(g, "struct job *j = argument;");
    own(g);
    for (unsigned k = below(g, 3); k; k--)
        access(g);
    line(g, "return NULL;");
    g->w.indent--;
    line(g, "}");
    line(g, "static void *numbered(void *argument)");
    line(g, "{");
    line(g, "    long n = (long)argument;");
    line(g, "    slots[%s] = 1;", rarely(g) ? "n + 1" : "n");
    line(g, "    return NULL;");
    line(g, "}");
}

/* A loop that creates, and one that joins; n: the bound. */
static void batch(struct gen *g, bool by_number)
{
    static const char *const wrong_index[] = {"0", "i / 2", "i & 1"};
    const char *index = rarely(g) ? wrong_index[below(g, 3)] : "i";
    const char *id = rarely(g) ? "0" : "i";
    line(g, "for (int i = 0; i < %s; i++) {", below(g, 2) ? "n" : "count");
    if (!by_number)
        line(g, "    jobs[%s].in = jobs[i].number = i;", rarely(g) ? "0" : "i");
    if (by_number)
        line(g, "    pthread_create(&ids[%s], NULL, numbered, (void *)(long)(%s));", id, index);
    else
        line(g, "    %s(&ids[%s], work, &jobs[%s]);", below(g, 2) ? "start" : "begin", id, index);
    if (rarely(g))
        line(g, "    %s;", by_number ? "slots[i]++" : "jobs[i].in++");
    line(g, "}");
    if (rarely(g))
        line(g, "%s", below(g, 2) ? "ids[0] = ids[n - 1];" : below(g, 2) ? "n--;" : "count--;");
    if (rarely(g))
        access(g);
    line(g, "for (int i = %u; i < %s; i++) {", rarely(g), below(g, 2) ? "n" : "count");
    if (rarely(g))
        line(g, "    %s;", below(g, 2) ? "if (c)\n            break" : "if (i == 1)\n            continue");
    if (rarely(g))
        line(g, "    sum += jobs[i].out;");
    line(g, "    pthread_join(ids[i], NULL);");
    line(g, "    sum += %s[i]%s;", by_number ? "slots" : "jobs", by_number ? "" : ".out");
    line(g, "}");
}

static void main_function(struct gen *g)
{
    line(g, "static void begin(pthread_t *id, void *(*f)(void *), void *argument) { pthread_create(id, NULL, f, argument); }");
    line(g, "static void start(pthread_t *id, void *(*f)(void *), void *argument) { begin(id, f, argument); }");
    line(g, "int main(void)");
    line(g, "{");
    g->w.indent++;
    line(g, "pthread_t ids[3];");
    line(g, "int n = __VERIFIER_nondet_bool() ? 1 : 2;");
    line(g, "count = n;");
    line(g, "for (int i = 0; i < 2; i++)");
    line(g, "    pthread_mutex_init(&things[i].lock, NULL);");
    line(g, "%s = 1;", variable(g));
    unsigned rounds = below(g, 3) == 0 ? 2 : 1;
    for (unsigned k = 0; k < rounds; k++)
        batch(g, below(g, 2));
    if (below(g, 2))
        line(g, "%s = 3;", variable(g));
    line(g, "jobs[0].out = slots[0];");
    line(g, "return sum;");
    g->w.indent--;
    line(g, "}");
}

void generate_procedures(struct text *out, uint64_t seed)
{
    struct gen g = {.w = {.out = out, .r = {seed}}};
    line(&g, "/* generated from seed %llu */", (unsigned long long)seed);
    line(&g, "#include <pthread.h>");
    line(&g, "#include <stdlib.h>");
    line(&g, "_Bool __VERIFIER_nondet_bool(void);");
    line(&g, "struct thing { pthread_mutex_t lock; int data, more; };");
    line(&g, "struct job { int in, out, number; };");
    line(&g, "static int a, b, c, sum, count, slots[4];");
    line(&g, "static struct job jobs[4];");
    line(&g, "static struct thing things[2], *last = &things[1];");
    line(&g, "static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER;");
    helpers(&g);
    workers(&g);
    main_function(&g);
}
