/* Small C texts and what the front end makes of them: templates, cells, kinds of steps and checks; and what the interpreter finds in
 * memory when they have run. */
#include "unit.h"

#include "frontend/frontend.h"
#include "program/machine.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct arena words;

static struct program *load_as(const char *text, struct frontend_options options, const char **error)
{
    char path[] = "/tmp/heddle-frontend-XXXXXX.c";
    int file = mkstemps(path, 2);
    assert_true(file >= 0);
    assert_int_equal(write(file, text, strlen(text)), (ssize_t)strlen(text));
    close(file);
    const char *files[] = {path};
    options.files = files;
    options.file_count = 1;
    struct program *p = frontend_load(&options, exprs_new(), error, &words);
    unlink(path);
    return p;
}

static struct program *load(const char *text, enum property property)
{
    const char *error = "", *why = "";
    struct program *p = load_as(text, (struct frontend_options){.properties = property_only(property)}, &error);
    if (!p)
        fail_msg("%s", error);
    if (!program_valid(p, &why))
        fail_msg("%s", why);
    return p;
}

static void release(struct program *p)
{
    struct exprs *pool = p->exprs;
    program_free(p);
    exprs_free(pool);
}

static const struct cell *find_cell(const struct program *p, const char *name)
{
    vector_each(const struct cell *, c, &p->cells)
        if (cell_is_shared(c) && !strcmp(c->name, name))
            return c;
    fail_msg("no cell %s", name);
    return NULL;
}

static const struct code *find_code(const struct program *p, const char *name)
{
    vector_each(const struct code *, c, &p->codes)
        if (!strcmp(c->name, name))
            return c;
    return NULL;
}

static uint32_t count_steps(const struct program *p, enum action_kind kind)
{
    uint32_t n = 0;
    vector_each(const struct code *, c, &p->codes)
        vector_each(const struct edge *, e, &c->edges)
            n += e->action.kind == kind;
    return n;
}

static uint32_t count_places(const struct program *p, uint8_t flag)
{
    uint32_t n = 0;
    vector_each(const struct code *, c, &p->codes)
        vector_each(const struct location *, l, &c->locations)
            n += (l->flags & flag) != 0;
    return n;
}

/* Takes the first step that can be taken, of the first thread that can take one, until none is left. */
static struct machine *run(const struct program *p)
{
    struct machine *m = machine_new(p, 2);
    bool moved = true;
    for (unsigned steps = 0; moved && steps < 10000; steps++) {
        moved = false;
        for (uint32_t t = 0; !moved && t < p->template_count; t++)
            for (uint32_t n = 0; !moved && n < p->codes.data[t].instances; n++) {
                const struct code *c = &p->codes.data[t];
                uint32_t l = machine_location(m, t, n);
                for (uint32_t i = out_begin(c, l); !moved && i < out_end(c, l); i++) {
                    struct trace_step step = {.code = t, .instance = n, .in_code = t, .edge = c->out_edge.data[i]};
                    moved = machine_step(m, &step) == STEP_DONE;
                }
            }
    }
    return m;
}

static uint64_t value_after(const char *text, const char *name)
{
    struct program *p = load(text, PROPERTY_REACH);
    struct machine *m = run(p);
    uint64_t v = machine_read(m, NONE, 0, find_cell(p, name)->id, 0);
    machine_free(m);
    release(p);
    return v;
}

#define HEAD                                                                                                                       \
    "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n"                                                          \
    "void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);\n"

/* Expressions mean what the compiler of this test makes of them; all in one text, a global for each. */
static void test_expressions(void **state)
{
    (void)state;
#define EXPRESSIONS(X)                                                                                                             \
    X(0, -7 / 2)                                                                                                                   \
    X(1, -7 % 3)                                                                                                                   \
    X(2, (unsigned char)300 + 1)                                                                                                   \
    X(3, 1 << 31 >> 31)                                                                                                            \
    X(4, 5u - 6u > 0)                                                                                                              \
    X(5, (signed char)200)                                                                                                         \
    X(6, 0x12345678 >> 8 & 0xff)                                                                                                   \
    X(7, ~0u / 3)                                                                                                                  \
    X(8, (3 < 5) + (-1 < 0u))                                                                                                      \
    X(9, 10 ? 2 : 3)
#define TEXT(n, e) "long long v" #n "; int set" #n "(int one) { return (" #e ") * one; }\n"
#define CALL(n, e) "v" #n " = set" #n "(one);\n"
    struct program *p = load(
        "volatile int input = 1;\n" EXPRESSIONS(TEXT) "int main(void) { int one = input;\n" EXPRESSIONS(CALL) "}", PROPERTY_REACH);
    struct machine *m = run(p);
#define COMPARE(n, e) assert_int_equal(machine_read(m, NONE, 0, find_cell(p, "v" #n)->id, 0), (uint64_t)(long long)(int)(e));
    EXPRESSIONS(COMPARE)
    machine_free(m);
    release(p);
}

static void test_data(void **state)
{
    (void)state;
    const char *text = "struct pair { char a; int b[3]; } s = {1, {2, 3, 4}}, t; int i = 2; unsigned r;\n"
                       "int main(void) { t = s; t.b[i] += s.b[i - 1]; int *p = &t.b[0]; r = p[2] * 100 + t.a; }";
    assert_int_equal(value_after(text, "r"), (4 + 3) * 100 + 1);
    text =
        "int r; static int down(int n) { return n ? n + down(n - 1) : 0; }\n"
        "int main(void) { switch (r) { case 1: r = 5; break; case 0: r = 6; /* fall through */ default: r++; } return down(0); }";
    struct program *p = load(text, PROPERTY_REACH);
    assert_int_equal(p->codes.size, p->template_count + 1); /* recursion is a procedure */
    assert_non_null(find_code(p, "down"));
    release(p);
}

static void test_threads(void **state)
{
    (void)state;
    struct program *p = load(HEAD "int n; void *f(void *a) { n++; return 0; }\nvoid *g(void *a) { n = 7; return 0; }\n"
                                  "int main(void) { pthread_t t[3];\n for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, f, 0);\n"
                                  "for (int i = 0; i < 3; i++) pthread_join(t[i], 0); pthread_create(&t[0], 0, g, 0);\n}",
                             PROPERTY_REACH);
    assert_int_equal(p->template_count, 3);
    assert_string_equal(p->codes.data[0].name, "main");
    assert_int_equal(find_code(p, "f")->instances, 3);
    assert_int_equal(find_code(p, "g")->instances, 1);
    assert_int_equal(p->codes.size, 3);
    assert_int_equal(count_steps(p, ACT_START), 2);
    struct machine *m = run(p);
    assert_int_equal(machine_read(m, NONE, 0, find_cell(p, "n")->id, 0), 3); /* main comes first and ends the program */
    machine_free(m);
    release(p);
    p = load(HEAD
             "int n; void *f(void *a) { n++; return 0; }\nint main(void) { pthread_t t; while (1) pthread_create(&t, 0, f, 0); }",
             PROPERTY_REACH);
    assert_true(program_has_unbounded(p));
    release(p);
}

static void test_checks(void **state)
{
    (void)state;
    const char *text = HEAD "int n; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n" /* lines 1 to 4 are the head */
                            "void *f(void *a) {\n"
                            "    pthread_mutex_lock(&m);\n"
                            "    n++;\n"
                            "    assert(n == 1);\n"
                            "    pthread_mutex_unlock(&m);\n"
                            "    return 0;\n"
                            "}\n"
                            "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); n = 5; }";
    struct program *p = load(text, PROPERTY_REACH);
    assert_int_equal(p->checks.size, 1);
    assert_int_equal(p->checks.data[0].kind, CHECK_ERROR);
    assert_int_equal(p->checks.data[0].pos.line, 9);
    assert_non_null(strstr(p->checks.data[0].text, "n == 1"));
    assert_int_equal(count_places(p, LOC_ERROR), 1);
    assert_true(count_steps(p, ACT_LOCK) >= 1 && count_steps(p, ACT_UNLOCK) >= 1);
    assert_int_equal(find_cell(p, "m")->role, CELL_SYNC);
    assert_false(program_asks(p, CHECK_PAIR));
    release(p);
    p = load(text, PROPERTY_RACE);
    assert_true(program_asks(p, CHECK_PAIR));
    vector_each(const struct check *, c, &p->checks) /* one of each pair is main's */
        assert_true((c->pos.line == 13 || c->pos.line == 8 || c->pos.line == 9) && c->access_a != NONE && c->access_b != NONE);
    release(p);
    p = load(text, PROPERTY_DEADLOCK);
    assert_true(program_asks(p, CHECK_STUCK));
    release(p);
}

static void test_sections(void **state)
{
    (void)state;
    struct program *p = load(HEAD "int x, y; atomic_int z; int main(void) { __VERIFIER_atomic_begin(); x = y + 1; y = x;\n"
                                  "__VERIFIER_atomic_end(); z++; }",
                             PROPERTY_REACH);
    assert_true(count_places(p, LOC_ATOMIC) > 0);
    assert_true(count_steps(p, ACT_ATOMIC) >= 1);
    release(p);
    p = load("int x; int main(void) { x = 1; }", PROPERTY_REACH);
    assert_int_equal(count_places(p, LOC_ATOMIC) + count_places(p, LOC_UNSUPPORTED) + count_places(p, LOC_ERROR), 0);
    assert_int_equal(p->checks.size, 0);
    release(p);
}

/* What is not modelled stays in the program as a place that says so; what is never executed does not matter. */
static void test_unsupported(void **state)
{
    (void)state;
    struct program *p = load("int x; int main(void) { x = 1; __asm__ volatile(\"mul %0\" : \"+r\"(x)); }", PROPERTY_REACH);
    assert_true(count_places(p, LOC_UNSUPPORTED) + p->uncovered.size > 0);
    release(p);
    p = load("int x = 1; int main(void) { return 100 / (x - 1); }", PROPERTY_REACH);
    assert_true(count_places(p, LOC_UNSUPPORTED) > 0);
    vector_each(const struct location *, l, &p->codes.data[0].locations)
        assert_true(!(l->flags & LOC_UNSUPPORTED) || starts_with(l->reason, UNDEFINED_REASON));
    release(p);
}

static void test_machines(void **state)
{
    (void)state;
    const char *text = "unsigned size; int main(void) { size = sizeof(long) * 10 + sizeof(char *); }", *error = "";
    for (unsigned m32 = 0; m32 < 2; m32++) {
        struct program *p =
            load_as(text, (struct frontend_options){.properties = property_only(PROPERTY_REACH), .m32 = m32}, &error);
        assert_non_null(p);
        assert_int_equal(p->pointer_width, m32 ? 32 : 64);
        struct machine *m = run(p);
        assert_int_equal(machine_read(m, NONE, 0, find_cell(p, "size")->id, 0), m32 ? 44 : 88);
        machine_free(m);
        release(p);
    }
}

static void test_errors(void **state)
{
    (void)state;
    const char *error = NULL;
    int saved = dup(2), null = open("/dev/null", O_WRONLY); /* clang says what is wrong */
    dup2(null, 2);
    struct program *p = load_as("int main(void) { return undeclared; }", (struct frontend_options){0}, &error);
    dup2(saved, 2);
    close(saved);
    close(null);
    assert_null(p);
    assert_non_null(error);
    error = NULL;
    p = load_as("int f(void) { return 0; }", (struct frontend_options){.properties = property_only(PROPERTY_REACH)}, &error);
    assert_null(p);
    assert_non_null(strstr(error, "main"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_expressions), cmocka_unit_test(test_data),     cmocka_unit_test(test_threads),
        cmocka_unit_test(test_checks),      cmocka_unit_test(test_sections), cmocka_unit_test(test_unsupported),
        cmocka_unit_test(test_machines),    cmocka_unit_test(test_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
