/* Which small programs are known to behave as if threads took turns. */
#include "unit.h"

#include "passes/robust.h"
#include "small.h"

#include <string.h>

static uint32_t x, y, lock;

/* One access or fence: "wx" with an order; a thread is a sequence of them. u: read-modify-write. */
struct op {
    const char *what; /* w, r, u and x, y, l; f for a fence */
    uint8_t order;
};

static uint32_t cell_of(char c) { return c == 'x' ? x : c == 'y' ? y : lock; }

static void add_thread(struct program *p, uint32_t instances, bool loop, const struct op *ops, uint32_t count)
{
    uint32_t t = small_code(p, "t", instances, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        struct access accesses[2];
        struct action a = action_skip(p);
        a.accesses = accesses;
        char kind = ops[i].what[0];
        uint32_t cell = kind == 'f' ? NONE : cell_of(ops[i].what[1]);
        if (kind == 'r' || kind == 'u')
            accesses[a.access_count++] = (struct access){.id = p->access_count++, .cell = cell, .order = ops[i].order};
        if (kind == 'w' || kind == 'u')
            accesses[a.access_count++] =
                (struct access){.id = p->access_count++, .cell = cell, .order = ops[i].order, .write = true};
        a.fence = kind == 'f' ? ops[i].order : ORDER_PLAIN;
        code_add_edge(p, t, i, i + 1 == count && loop ? 0 : i + 1, &a);
    }
}

static struct program *begin(void)
{
    struct program *p = small_new();
    x = small_cell(p, "x", 8, 0, NONE);
    y = small_cell(p, "y", 8, 0, NONE);
    lock = small_cell(p, "lock", 8, 0, NONE);
    small_code(p, "main", 1, 1);
    return p;
}

static bool end(struct program *p)
{
    access_list weak = {0};
    small_finish(p);
    bool robust = is_robust(p, &weak);
    assert_true(robust || weak.size);
    vector_free(&weak);
    small_free(p);
    return robust;
}

#define THREAD(p, instances, loop, ...)                                                                                            \
    add_thread(p, instances, loop, (struct op[]){__VA_ARGS__}, sizeof((struct op[]){__VA_ARGS__}) / sizeof(struct op))

static bool buffering(uint8_t store, uint8_t load, bool first_fence, bool second_fence)
{
    struct program *p = begin();
    if (first_fence)
        THREAD(p, 1, false, {"wx", store}, {"f", ORDER_SEQ_CST}, {"ry", load});
    else
        THREAD(p, 1, false, {"wx", store}, {"ry", load});
    if (second_fence)
        THREAD(p, 1, false, {"wy", store}, {"f", ORDER_SEQ_CST}, {"rx", load});
    else
        THREAD(p, 1, false, {"wy", store}, {"rx", load});
    return end(p);
}

static void test_buffering(void **state)
{
    (void)state;
    assert_false(buffering(ORDER_RELAXED, ORDER_RELAXED, false, false));
    assert_false(buffering(ORDER_RELEASE, ORDER_ACQUIRE, false, false));
    assert_false(buffering(ORDER_SEQ_CST, ORDER_ACQUIRE, false, false));
    assert_false(buffering(ORDER_RELAXED, ORDER_RELAXED, true, false));
    assert_true(buffering(ORDER_RELAXED, ORDER_RELAXED, true, true));
    assert_true(buffering(ORDER_SEQ_CST, ORDER_SEQ_CST, false, false));
}

static void test_other_cycles(void **state)
{
    (void)state;
    struct program *p = begin(); /* independent reads of independent writes */
    THREAD(p, 1, false, {"wx", ORDER_RELEASE});
    THREAD(p, 1, false, {"wy", ORDER_RELEASE});
    THREAD(p, 1, false, {"rx", ORDER_ACQUIRE}, {"ry", ORDER_ACQUIRE});
    THREAD(p, 1, false, {"ry", ORDER_ACQUIRE}, {"rx", ORDER_ACQUIRE});
    assert_false(end(p));
    p = begin(); /* one template, several instances, a loop */
    THREAD(p, 2, true, {"ux", ORDER_RELAXED}, {"uy", ORDER_RELAXED});
    assert_false(end(p));
    p = begin(); /* two elements of an array are as good as two cells */
    uint32_t array = small_array(p, "a", 8, (struct cell_range){0, 1, 4, NONE, 0}, NONE), t = small_code(p, "t", 2, 3);
    for (uint32_t i = 0; i < 2; i++) {
        struct access one = {
            .id = p->access_count++, .cell = array, .index = expr_const(p->exprs, 32, i), .write = i == 0, .order = ORDER_RELAXED};
        struct action a = action_skip(p);
        a.accesses = &one;
        a.access_count = 1;
        code_add_edge(p, t, i, i + 1, &a);
    }
    assert_false(end(p));
}

static void test_robust(void **state)
{
    (void)state;
    struct program *p = begin(); /* one atomic cell: locks, flags, counters */
    THREAD(p, UNBOUNDED, true, {"ul", ORDER_ACQUIRE}, {"rx", ORDER_PLAIN}, {"wx", ORDER_PLAIN}, {"wl", ORDER_RELEASE});
    assert_true(end(p));
    p = begin();
    THREAD(p, 2, true, {"ux", ORDER_RELAXED});
    assert_true(end(p));
    p = begin(); /* always in the same direction */
    THREAD(p, 2, false, {"wx", ORDER_RELAXED}, {"wy", ORDER_RELAXED});
    assert_true(end(p));
    p = begin(); /* one thread alone does both */
    THREAD(p, 1, true, {"wx", ORDER_RELAXED}, {"wy", ORDER_RELAXED});
    THREAD(p, 2, true, {"rx", ORDER_RELAXED});
    assert_true(end(p));
    p = begin(); /* nobody writes y */
    THREAD(p, 1, false, {"wx", ORDER_RELAXED}, {"ry", ORDER_RELAXED});
    THREAD(p, 1, false, {"ry", ORDER_RELAXED}, {"rx", ORDER_RELAXED});
    assert_true(end(p));
}

static bool end_with_buffers(struct program *p)
{
    access_list lines = {0};
    small_finish(p);
    bool robust = is_robust_with_buffers(p, &lines);
    assert_true(robust || lines.size);
    vector_free(&lines);
    small_free(p);
    return robust;
}

static void test_not_robust_with_buffers(void **state)
{
    (void)state;
    struct program *p = begin(); /* store buffering */
    THREAD(p, 1, false, {"wx", ORDER_RELEASE}, {"ry", ORDER_SEQ_CST});
    THREAD(p, 1, false, {"wy", ORDER_PLAIN}, {"rx", ORDER_PLAIN});
    assert_false(end_with_buffers(p));
    p = begin(); /* a full fence in one of them is not enough */
    THREAD(p, 1, false, {"wx", ORDER_RELAXED}, {"f", ORDER_SEQ_CST}, {"ry", ORDER_RELAXED});
    THREAD(p, 1, false, {"wy", ORDER_RELAXED}, {"f", ORDER_ACQ_REL}, {"rx", ORDER_RELAXED});
    assert_false(end_with_buffers(p));
    p = begin(); /* a store may stand at the end of the cycle: x is written after y */
    THREAD(p, 1, false, {"wx", ORDER_RELAXED}, {"ry", ORDER_RELAXED});
    THREAD(p, 1, false, {"wy", ORDER_RELAXED}, {"wx", ORDER_RELAXED});
    assert_false(end_with_buffers(p));
    p = begin(); /* by way of a third thread */
    THREAD(p, 1, false, {"wx", ORDER_RELAXED}, {"ry", ORDER_RELAXED});
    THREAD(p, 1, false, {"wy", ORDER_RELAXED}, {"wl", ORDER_RELAXED});
    THREAD(p, 1, false, {"rl", ORDER_RELAXED}, {"rx", ORDER_RELAXED});
    assert_false(end_with_buffers(p));
    p = begin(); /* the next round of a loop, and another instance of the same thread */
    THREAD(p, 2, true, {"ry", ORDER_RELAXED}, {"wy", ORDER_RELAXED}, {"rx", ORDER_RELAXED}, {"wx", ORDER_RELAXED});
    assert_false(end_with_buffers(p));
}

static void test_robust_with_buffers(void **state)
{
    (void)state;
    struct program *p = begin(); /* message passing, by plain accesses */
    THREAD(p, 1, true, {"wx", ORDER_PLAIN}, {"wy", ORDER_PLAIN});
    THREAD(p, UNBOUNDED, true, {"ry", ORDER_PLAIN}, {"rx", ORDER_PLAIN});
    assert_true(end_with_buffers(p));
    p = begin(); /* full fences, and seq_cst stores */
    THREAD(p, 1, false, {"wx", ORDER_RELAXED}, {"f", ORDER_SEQ_CST}, {"ry", ORDER_RELAXED});
    THREAD(p, 1, false, {"wy", ORDER_SEQ_CST}, {"rx", ORDER_RELAXED});
    assert_true(end_with_buffers(p));
    p = begin(); /* nobody else writes what is loaded */
    THREAD(p, 1, true, {"wx", ORDER_RELAXED}, {"ry", ORDER_RELAXED});
    THREAD(p, UNBOUNDED, true, {"ry", ORDER_RELAXED}, {"rx", ORDER_RELAXED});
    assert_true(end_with_buffers(p));
    p = begin(); /* the other one looks in the same order */
    THREAD(p, 1, false, {"wx", ORDER_RELAXED}, {"ry", ORDER_RELAXED});
    THREAD(p, 1, false, {"rx", ORDER_RELAXED}, {"wy", ORDER_RELAXED});
    assert_true(end_with_buffers(p));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_buffering),
        cmocka_unit_test(test_other_cycles),
        cmocka_unit_test(test_robust),
        cmocka_unit_test(test_not_robust_with_buffers),
        cmocka_unit_test(test_robust_with_buffers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
