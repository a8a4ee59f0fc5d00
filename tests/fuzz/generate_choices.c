/* The generator of programs whose steps depend on arbitrary values again and again: weak compare-and-swap in loops, choices of
 * one bit and of a few, arbitrary values that must fit a condition, several of them in one atomic section. Shared: atomics
 * c0, c1 and plain x0, x1; every thread has locals t0, t1. Values stay within 0..3, and half of the programs assert nothing but
 * that, so that whoever looks for a violation has to look for long. A third count in c1 by compare-and-swap alone, and know the sum. */
#include "generate.h"
#include "writer.h"

#include <stdio.h>

struct gen {
    struct writer w;
    unsigned depth, budget, loops;
    bool in_section;
    bool right;   /* assertions hold */
    unsigned sum; /* what a thread adds to c1 if it does nothing else with it */
    bool counting;
};

static const char *term(struct gen *g, char *buffer)
{
    unsigned k = below(g, 4);
    sprintf(buffer, "%c%u", k == 0 ? 'c' : k == 1 ? 'x' : 't', g->counting && k == 0 ? 0 : below(g, 2));
    return buffer;
}

static const char *condition(struct gen *g, char *buffer)
{
    static const char *const relations[] = {"==", "!=", "<", ">="};
    char a[8];
    sprintf(buffer, "%s %s %u", term(g, a), relations[below(g, 4)], below(g, 4));
    return buffer;
}

static const char *assertion(struct gen *g, char *buffer)
{
    char a[8];
    if (!g->right)
        return condition(g, buffer);
    sprintf(buffer, "%s <= 3", term(g, a));
    return buffer;
}

/* Adds one to c1, whatever others do. */
static void count(struct gen *g)
{
    line(g, "{ int o = c1; while (!atomic_compare_exchange_weak(&c1, &o, o + 1)) ; }");
    g->sum++;
}

/* A compare-and-swap that may fail for no reason, until it does not, or a few times. */
static void exchange(struct gen *g)
{
    unsigned c = g->counting ? 0 : below(g, 2), loop = g->loops++;
    static const char *const wanted[] = {"(o + 1) & 3", "o ^ 1", "t0", "2"};
    const char *to = wanted[below(g, 4)];
    switch (below(g, g->in_section ? 2 : 4)) {
    case 0: line(g, "{ int o = t%u; t%u = atomic_compare_exchange_weak(&c%u, &o, %s) ? 1 : o & 3; }", c, 1 - c, c, to); break;
    case 1:
        line(g, "{ int o = c%u; for (int i%u = 0; i%u < 2 && !atomic_compare_exchange_weak(&c%u, &o, %s); i%u++) ; }", c, loop,
             loop, c, to, loop);
        break;
    case 2:
        line(g, "{ int o = c%u; do x%u = o; while (!atomic_compare_exchange_weak(&c%u, &o, %s)); }", c, below(g, 2), c, to);
        break;
    default: line(g, "{ int o = c%u; while (!atomic_compare_exchange_weak(&c%u, &o, %s)) ; }", c, c, to); break;
    }
}

static void choice(struct gen *g)
{
    unsigned t = below(g, 2), k = below(g, 4);
    switch (below(g, 6)) {
    case 0: line(g, "t%u = __VERIFIER_nondet_bool();", t); break;
    case 1: line(g, "t%u = __VERIFIER_nondet_bool() ? x%u : %u;", t, below(g, 2), k); break;
    case 2: line(g, "{ unsigned char v = __VERIFIER_nondet_uchar(); __VERIFIER_assume(v %% 5 == %u); t%u = v & 3; }", k, t); break;
    case 3: line(g, "{ int v = __VERIFIER_nondet_int(); __VERIFIER_assume(v * 3 == %u); t%u = v & 3; }", 3 * (10 + k), t); break;
    case 4: line(g, "x%u = __VERIFIER_nondet_bool() ? __VERIFIER_nondet_bool() : x%u;", t, below(g, 2)); break;
    default: line(g, "t%u = __VERIFIER_nondet_uchar() & 3;", t); break;
    }
}

static void statements(struct gen *g, unsigned most);

static void nested(struct gen *g, const char *head, const char *tail)
{
    line(g, "%s", head);
    g->w.indent++;
    statements(g, 2);
    g->w.indent--;
    line(g, "%s", tail);
}

static void compound(struct gen *g)
{
    char head[96], a[32];
    unsigned loop = g->loops++;
    switch (below(g, 4)) {
    case 0:
        sprintf(head, "if (%s) {", condition(g, a));
        nested(g, head, "}");
        break;
    case 1:
        sprintf(head, "for (int i%u = 0; i%u < 2; i%u++) {", loop, loop, loop);
        nested(g, head, "}");
        break;
    case 2:
        if (!g->in_section)
            nested(g, "while (__VERIFIER_nondet_bool()) {", "}");
        break;
    default:
        if (g->in_section)
            return;
        g->in_section = true;
        nested(g, "__VERIFIER_atomic_begin();", "__VERIFIER_atomic_end();");
        g->in_section = false;
    }
}

static void statements(struct gen *g, unsigned most)
{
    char a[32];
    for (unsigned n = 1 + below(g, most); n > 0 && g->budget > 0; n--) {
        g->budget--;
        g->depth++;
        switch (below(g, g->depth > 2 ? 8 : 11)) {
        case 0:
        case 1:
        case 2: exchange(g); break;
        case 3:
        case 4: choice(g); break;
        case 5: line(g, "%c%u = %s & 3;", below(g, 2) ? 'x' : 't', below(g, 2), term(g, a)); break;
        case 6:
        case 7: line(g, "assert(%s);", assertion(g, a)); break;
        default: compound(g);
        }
        g->depth--;
    }
}

void generate_choices(struct text *out, uint64_t seed)
{
    struct gen g = {.w = {out, {seed}, 0}};
    char a[32];
    unsigned kinds = 1 + below(&g, 2), first = below(&g, 3), sums[2] = {0};
    g.right = below(&g, 2);
    g.counting = below(&g, 3) == 0;
    line(&g, "#include <assert.h>");
    line(&g, "#include <pthread.h>");
    line(&g, "#include <stdatomic.h>");
    line(&g, "extern void __VERIFIER_assume(int), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);");
    line(&g, "extern unsigned char __VERIFIER_nondet_uchar(void);");
    line(&g, "extern _Bool __VERIFIER_nondet_bool(void);");
    line(&g, "extern int __VERIFIER_nondet_int(void);");
    line(&g, "atomic_int c0, c1 = %u;", first);
    line(&g, "int x0, x1 = %u;", below(&g, 3));
    for (unsigned k = 0; k < kinds; k++) {
        line(&g, "void *thread%u(void *arg)", k);
        line(&g, "{");
        g.w.indent = 1;
        g.budget = 2 + below(&g, 4);
        line(&g, "int t0 = 0, t1 = 1;");
        g.sum = 0;
        while (g.budget) {
            if (g.counting)
                count(&g);
            statements(&g, 3);
        }
        sums[k] = g.sum;
        line(&g, "return 0;");
        g.w.indent = 0;
        line(&g, "}");
    }
    line(&g, "int main(void)");
    line(&g, "{");
    g.w.indent = 1;
    line(&g, "int t0 = 0, t1 = 0;");
    line(&g, "pthread_t a, b;");
    line(&g, "pthread_create(&a, 0, thread0, 0);");
    line(&g, "pthread_create(&b, 0, thread%u, 0);", kinds - 1);
    g.budget = below(&g, 3);
    while (g.budget)
        statements(&g, 1);
    line(&g, "pthread_join(a, 0);");
    line(&g, "pthread_join(b, 0);");
    if (g.counting)
        line(&g, "assert(c1 == %u);", first + sums[0] + sums[kinds - 1]);
    else
        line(&g, "assert(%s);", assertion(&g, a));
    line(&g, "return 0;");
    g.w.indent = 0;
    line(&g, "}");
}
