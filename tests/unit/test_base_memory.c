/* Byte accounting, limits, arenas, vectors. */
#include "base/arena.h"
#include "base/memory.h"
#include "base/process.h"
#include "base/vector.h"
#include "unit.h"

#include <string.h>
#include <unistd.h>

static void accounting_returns_to_zero(void **state)
{
    (void)state;
    size_t before = mem_used();
    char *a = mem_alloc(1000), *b = mem_zalloc(0), *c = mem_strdup("heddle");
    assert_true(mem_used() >= before + 1007);
    a = mem_realloc(a, 100000);
    assert_true(mem_used() >= before + 100007);
    assert_string_equal(c, "heddle");
    mem_free(a);
    mem_free(b);
    mem_free(c);
    mem_free(NULL);
    assert_int_equal(mem_used(), before);
}

static void exceed_limit(void *context, int fd)
{
    (void)context;
    mem_set_limit(mem_used() + 1000000);
    mem_free(mem_alloc(900000));
    write_all(fd, "a", 1);
    mem_free(mem_alloc(1100000));
    write_all(fd, "b", 1);
}

static void exceed_by_growing(void *context, int fd)
{
    (void)context;
    mem_set_limit(mem_used() + 1000000);
    char *p = mem_alloc(900000);
    write_all(fd, "a", 1);
    mem_realloc(p, 1200000);
    write_all(fd, "b", 1);
}

static void overflow_of_a_product(void *context, int fd)
{
    (void)context;
    write_all(fd, "a", 1);
    mem_alloc_array(SIZE_MAX / 4, 8);
    write_all(fd, "b", 1);
}

static void running_out_does_not_return(void **state)
{
    (void)state;
    void (*const ways[])(void *, int) = {exceed_limit, exceed_by_growing, overflow_of_a_product};
    for (int i = 0; i < 3; i++) {
        struct process p;
        process_fork(&p, ways[i], NULL, NULL);
        assert_false(process_finish(&p));
        assert_int_equal(p.end, PROCESS_OUT_OF_MEMORY);
        assert_string_equal(text_string(&p.output), "a");
        process_free(&p);
    }
}

static void arena_blocks_are_apart(void **state)
{
    (void)state;
    size_t before = mem_used();
    struct arena a = ARENA_EMPTY;
    unsigned char *blocks[400];
    uint64_t seed = 1;
    size_t sizes[400];
    for (int i = 0; i < 400; i++) {
        sizes[i] = random_next(&seed) % (i % 40 ? 700 : 200000);
        blocks[i] = arena_alloc(&a, sizes[i]);
        assert_int_equal((uintptr_t)blocks[i] % 16, 0);
        for (size_t k = 0; k < sizes[i]; k++)
            assert_int_equal(blocks[i][k], 0);
        memset(blocks[i], i & 0xff, sizes[i]);
    }
    for (int i = 0; i < 400; i++)
        for (size_t k = 0; k < sizes[i]; k++)
            assert_int_equal(blocks[i][k], i & 0xff);
    assert_string_equal(arena_printf(&a, "%s %d", "warp", 7), "warp 7");
    assert_string_equal(arena_strndup(&a, "wefts", 4), "weft");
    arena_release(&a);
    assert_int_equal(mem_used(), before);
}

static void vector_keeps_order(void **state)
{
    (void)state;
    VECTOR(uint64_t) v = {0};
    for (uint64_t i = 0; i < 10000; i++)
        vector_push(&v, i * i);
    assert_int_equal(v.size, 10000);
    uint64_t n = 0;
    vector_each(uint64_t *, x, &v) {
        assert_int_equal(*x, n * n);
        n++;
    }
    assert_int_equal(n, 10000);
    assert_int_equal(vector_pop(&v), 9999 * 9999);
    assert_int_equal(vector_last(&v), 9998 * 9998);
    vector_resize(&v, 5);
    vector_resize(&v, 9);
    assert_int_equal(v.data[4], 16);
    for (int i = 5; i < 9; i++)
        assert_int_equal(v.data[i], 0);
    vector_clear(&v);
    vector_each(uint64_t *, x, &v)
        fail_msg("element %llu of an empty vector", (unsigned long long)*x);
    vector_free(&v);
    assert_null(v.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accounting_returns_to_zero),
        cmocka_unit_test(running_out_does_not_return),
        cmocka_unit_test(arena_blocks_are_apart),
        cmocka_unit_test(vector_keeps_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
