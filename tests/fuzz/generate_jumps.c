/* The generator of programs whose procedures are left by jumps: with locks taken or given back on the way, caught here and there, looked at in all the ways in which programs look at what setjmp returns.
 * What has been caught goes on, tries again a few times, or goes on jumping. */
#include "generate.h"
#include "writer.h"

struct gen {
    struct writer w;
};

static bool rarely(struct gen *g) { return below(g, 5) == 0; }

/* What one of the variables is for, which one lock protects each; mostly with it. */
static void access(struct gen *g)
{
    unsigned k = below(g, 2);
    if (rarely(g)) {
        line(g, "%s++;", k ? "b" : "a");
    } else {
        line(g, "take(&m%u);", k);
        line(g, "%s++;", k ? "b" : "a");
        line(g, "give(&m%u);", k);
    }
}

static void perhaps_jump(struct gen *g, const char *to)
{
    line(g, "if (__VERIFIER_nondet_bool())");
    line(g, "    longjmp(%s, %u);", to, below(g, 3));
}

/* Comes back with m0 as it was, unless it jumps, or is one of the wrong ones. */
static void innermost(struct gen *g)
{
    line(g, "static void innermost(jmp_buf *error)");
    line(g, "{");
    g->w.indent++;
    switch (below(g, 4)) {
    case 0: perhaps_jump(g, "*error"); break;
    case 1:
        line(g, "give(&m0);");
        perhaps_jump(g, "*error");
        line(g, "take(&m0);");
        break;
    case 2:
        line(g, "if (__VERIFIER_nondet_bool()) {");
        line(g, "    give(&m0);");
        line(g, "    longjmp(*error, 1);");
        line(g, "}");
        break;
    default:
        line(g, "if (__VERIFIER_nondet_bool()) {");
        line(g, "    a++;");
        line(g, "    longjmp(*error, 1);");
        line(g, "}");
        if (rarely(g))
            line(g, "give(&m0);");
        break;
    }
    g->w.indent--;
    line(g, "}");
}

/* Between the lock of m0 and its unlock something may jump; it may be caught here. */
static void middle(struct gen *g)
{
    bool catches = below(g, 2);
    line(g, "static void middle(jmp_buf *error)");
    line(g, "{");
    g->w.indent++;
    if (catches)
        line(g, "jmp_buf own;");
    line(g, "take(&m0);");
    if (catches) {
        line(g, "if (setjmp(own) %s 0) {", below(g, 2) ? "!=" : "==");
        line(g, "    innermost(&own);");
        line(g, "    a++;");
        if (below(g, 2))
            line(g, "    give(&m0);");
        line(g, "} else {");
        g->w.indent++;
        if (below(g, 2))
            line(g, "a = 0;");
        if (below(g, 2))
            line(g, "give(&m0);");
        perhaps_jump(g, "*error");
        g->w.indent--;
        line(g, "}");
    } else {
        line(g, "innermost(error);");
        line(g, "a++;");
        if (!rarely(g))
            line(g, "give(&m0);");
    }
    g->w.indent--;
    line(g, "}");
}

/* A body, and what is done when something has come back. */
static void caught(struct gen *g, void (*body)(struct gen *))
{
    static const char *const heads[] = {
        "if (setjmp(error) == 0) {", "if (!setjmp(error)) {", "value = setjmp(error);\n    if (value == 0) {",
        "value = setjmp(error);\n    if (rounds++ == 0) {", "switch (setjmp(error)) {\n    case 0:\n    case 2:"};
    unsigned head = below(g, 5);
    line(g, "%s", heads[head]);
    g->w.indent++;
    body(g);
    if (head == 4)
        line(g, "break;");
    g->w.indent--;
    line(g, "%s", head == 4 ? "default:" : "} else {");
    g->w.indent++;
    access(g);
    if (rarely(g) && head < 3)
        line(g, "if (rounds++ < 1)\n        longjmp(error, 1);");
    g->w.indent--;
    line(g, "}");
}

static void work_body(struct gen *g)
{
    line(g, "%s(&error);", below(g, 3) ? "middle" : "innermost");
    access(g);
}

static void create(struct gen *g)
{
    line(g, "c = 1;");
    line(g, "pthread_create(&id, NULL, work, NULL);");
    perhaps_jump(g, "error");
    if (!rarely(g))
        line(g, "pthread_join(id, NULL);");
    line(g, "c = 2;");
}

static void function(struct gen *g, const char *head, const char *variable, void (*body)(struct gen *), const char *last)
{
    line(g, "%s", head);
    line(g, "{");
    g->w.indent++;
    line(g, "jmp_buf error;");
    line(g, "volatile int rounds = 0;");
    line(g, "int value = 0;");
    if (*variable)
        line(g, "%s", variable);
    if (rarely(g))
        access(g);
    caught(g, body);
    if (below(g, 2))
        access(g);
    line(g, "(void)value;");
    line(g, "(void)rounds;");
    line(g, "%s", last);
    g->w.indent--;
    line(g, "}");
}

void generate_jumps(struct text *out, uint64_t seed)
{
    struct gen g = {.w = {.out = out, .r = {seed}}};
    line(&g, "/* generated from seed %llu */", (unsigned long long)seed);
    line(&g, "#include <pthread.h>");
    line(&g, "#include <setjmp.h>");
    line(&g, "_Bool __VERIFIER_nondet_bool(void);");
    line(&g, "static int a, b, c;");
    line(&g, "static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER;");
    line(&g, "static void take(pthread_mutex_t *m) { pthread_mutex_lock(m); }");
    line(&g, "static void give(pthread_mutex_t *m) { pthread_mutex_unlock(m); }");
    innermost(&g);
    middle(&g);
    function(&g, "static void *work(void *argument)", below(&g, 2) ? "c++;" : "", work_body, "return argument;");
    function(&g, "int main(void)", "pthread_t id;", create, "return 0;");
}
