/* The part of the generator of sequential programs that is about memory. All memory is written before it is read, and no access
 * lies outside its object, unless the program is to be careless. */
#include "sequential.h"

enum { HEAP, LIST, BYTES, COPY, TABLE, VARIABLE, RECURSION, FEATURES, ZEROED = FEATURES };

static bool has(const struct gen *g, unsigned feature) { return g->features >> feature & 1; }

void memory_begin(struct gen *g)
{
    for (unsigned k = 0; k < FEATURES; k++)
        g->features |= (unsigned)(below(g, 3) == 0) << k;
    g->features |=
        below(g, 2) << ZEROED; /* a program has either malloc or calloc: both through one pointer, in loops, are unsupported */
    line(g, "void *malloc(__SIZE_TYPE__); void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);");
    line(g, "void *memcpy(void *, const void *, __SIZE_TYPE__); void *memmove(void *, const void *, __SIZE_TYPE__);");
    line(g, "void *memset(void *, int, __SIZE_TYPE__);");
    if (has(g, HEAP))
        line(g, "%s *hp; unsigned hn;", below(g, 2) ? "int" : "unsigned short");
    if (has(g, LIST)) {
        line(g, "struct node { struct node *next; short v; int w[2]; } *list;");
        line(g, "static void push(int v) { struct node *n = malloc(sizeof *n); n->next = list; n->v = v; n->w[0] = v * 3; n->w[1] "
                "= 1; list = n; }");
        line(g, "static struct node *at(unsigned k) { struct node *n = list; for (k &= 3; k > 0; k--) n = n->next ? n->next : "
                "list; return n; }");
    }
    if (has(g, BYTES))
        line(g, "unsigned words[3] = {%u, %u, 7};", below(g, 100000), below(g, 9));
    if (has(g, COPY))
        line(g, "struct C { short a[3]; int b; struct { char c, d; } e[2]; } ca = {{1, 2, 3}, 4, {{5, 6}, {7, 8}}}, cb;");
    if (has(g, TABLE)) {
        line(g, "static int t0(int x) { return x + 1; } static int t1(int x) { return x ^ 5; } static int t2(int x) { static int "
                "n; n += x & 3; return n; }");
        line(g, "static int (*table[3])(int) = {t0, t1, t2};");
    }
    if (has(g, RECURSION))
        line(g, "static unsigned rec(unsigned n, int x) { return n == 0 ? (unsigned)x : rec(n - 1, x * 3 + (int)n) ^ n; }");
}

static void allocate(struct gen *g)
{
    struct text n = {0};
    expression(g, &n, 2);
    line(g, "hn = ((unsigned)(%s) & 3) + 1; hp = %s;", text_string(&n),
         has(g, ZEROED) ? "calloc(hn, sizeof *hp)" : "malloc(hn * sizeof *hp)");
    line(g, "for (unsigned k = 0; k < hn; k++) hp[k] = (unsigned short)(k * %u);", below(g, 99));
    text_free(&n);
}

void memory_start(struct gen *g)
{
    if (has(g, HEAP))
        line(g, "hn = 2; hp = %s; hp[0] = hp[1] = 0;", has(g, ZEROED) ? "calloc(hn, sizeof *hp)" : "malloc(hn * sizeof *hp)");
    if (has(g, LIST))
        line(g, "push(4); push(5);");
}

void memory_end(struct gen *g)
{
    if (has(g, HEAP))
        line(g, "for (unsigned k = 0; k < hn; k++) add((unsigned long long)hp[k]);");
    if (has(g, LIST))
        line(g, "for (struct node *n = list; n; n = n->next) { add((unsigned long long)n->v); add((unsigned long long)(n->w[0] - "
                "n->w[1])); }");
    if (has(g, BYTES))
        line(g, "add(words[0]); add(words[1]); add(words[2]);");
    if (has(g, COPY))
        line(g, "add((unsigned long long)(ca.a[0] + 3 * ca.a[2] + ca.b)); add((unsigned long long)(cb.a[1] + 5 * cb.b + cb.e[1].c "
                "- cb.e[0].d));");
}

static void indexed(struct gen *g, struct text *t, unsigned depth, const char *before, const char *after)
{
    text_append(t, before);
    expression(g, t, depth + 2);
    text_append(t, after);
}

bool memory_lvalue(struct gen *g, struct text *t, unsigned depth)
{
    switch (below(g, FEATURES)) {
    case HEAP:
        if (!has(g, HEAP))
            return false;
        indexed(g, t, depth, "hp[(unsigned)(", bound(g, 0, 1) ? ") % (hn + 1)]" : ") % hn]");
        return true;
    case LIST:
        if (!has(g, LIST))
            return false;
        indexed(g, t, depth, "at((unsigned)(", below(g, 2) ? "))->v" : "))->w[1]");
        return true;
    case BYTES:
        if (!has(g, BYTES))
            return false;
        if (below(g, 2))
            indexed(g, t, depth, "((unsigned char *)words)[(unsigned)(", bound(g, 0, 1) ? ") % 16]" : ") % 12]");
        else
            indexed(g, t, depth, "((short *)words)[(unsigned)(", bound(g, 0, 1) ? ") % 8]" : ") % 6]");
        return true;
    case COPY:
        if (!has(g, COPY))
            return false;
        if (below(g, 2))
            indexed(g, t, depth, "ca.a[(unsigned)(", ") % 3]");
        else
            text_append(t, below(g, 2) ? "cb.b" : "ca.e[1].d");
        return true;
    default: return false;
    }
}

static void copy(struct gen *g)
{
    switch (below(g, 5)) {
    case 0: line(g, "memcpy(&cb, &ca, sizeof cb);"); break;
    case 1: line(g, "memcpy(cb.a, ca.a, sizeof cb.a);"); break;
    case 2: line(g, "memmove(arr + 1, arr, (((unsigned)l%u & %u) + 1) * sizeof(int));", below(g, LOCALS), bound(g, 3, 7)); break;
    case 3:
        line(g, "memset(arr + %u, l%u & 127, ((unsigned)l%u & %u) * sizeof(int));", below(g, 5), below(g, LOCALS), below(g, LOCALS),
             bound(g, 3, 7));
        break;
    default: line(g, "{ struct C tmp = ca; tmp.b ^= l%u; cb = tmp; }", below(g, LOCALS)); break;
    }
}

bool memory_statement(struct gen *g)
{
    unsigned l = below(g, LOCALS), m = below(g, LOCALS), feature = below(g, FEATURES);
    if (!has(g, feature))
        return false;
    switch (feature) {
    case HEAP: allocate(g); break;
    case LIST: line(g, "if (list->v != l%u) push((short)l%u);", l, m); break;
    case BYTES: line(g, "memcpy((char *)words + ((unsigned)l%u & 7), &l%u, sizeof l%u < 4 ? sizeof l%u : 4);", l, m, m, m); break;
    case COPY: copy(g); break;
    case TABLE: line(g, "l%u = table[(unsigned)l%u %% 3]((int)l%u);", l, m, l); break;
    case VARIABLE:
        line(g,
             "{ int n = ((int)l%u & 3) + 1; short v[n]; for (int k = 0; k < n; k++) v[k] = (short)(l%u + k); l%u = v[n - %u] - "
             "v[0]; }",
             l, m, l, bound(g, 1, 0));
        break;
    default: line(g, "l%u = rec((unsigned)l%u & 3, (int)l%u);", l, m, l); break;
    }
    return true;
}
