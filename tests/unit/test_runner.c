/* Names of works, results as files, chunks. */
#include "base/output.h"
#include "runner/chunks.h"
#include "runner/runner_parts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <unistd.h>

static void put(const char *path, const char *content)
{
    struct text t = {0};
    text_append(&t, content);
    assert_true(text_write_file(&t, path));
    text_free(&t);
}

static void name_of(const char *file, const char *option, char name[SHA256_HEX])
{
    struct work w = {.cores = 1};
    vector_push(&w.argv, "verify");
    vector_push(&w.argv, option);
    vector_push(&w.argv, file);
    vector_push(&w.inputs, file);
    work_name(&w);
    memcpy(name, w.name, SHA256_HEX);
    work_free(&w);
}

/* A header counts where it is found, beside the file or by -I; one that a macro names makes a name that comes once. */
static void test_names(void **state)
{
    (void)state;
    struct arena words = ARENA_EMPTY;
    const char *folder = temporary_folder(&words);
    const char *file = arena_printf(&words, "%s/a.c", folder), *header = arena_printf(&words, "%s/a.h", folder);
    char a[SHA256_HEX], b[SHA256_HEX];
    put(file, "# include \"a.h\"\n#include <b.h>\nint main(void) { return N; }\n");
    put(header, "#define N 1\n");
    name_of(file, "-v", a);
    name_of(file, "-v", b);
    assert_string_equal(a, b);
    name_of(file, "-q", b);
    assert_string_not_equal(a, b);
    put(header, "#define N 2\n");
    name_of(file, "-v", b);
    assert_string_not_equal(a, b);

    const char *elsewhere = temporary_folder(&words), *far = arena_printf(&words, "%s/b.h", elsewhere);
    const char *flag = arena_printf(&words, "--flag=-I%s", elsewhere);
    put(far, "int b;\n");
    name_of(file, flag, a);
    put(far, "long b;\n");
    name_of(file, flag, b);
    assert_string_not_equal(a, b);

    put(file, "#define HEADER \"a.h\"\n#include HEADER\n");
    name_of(file, "-v", a);
    name_of(file, "-v", b);
    assert_string_not_equal(a, b);
    unlink(file);
    unlink(header);
    unlink(far);
    rmdir(folder);
    rmdir(elsewhere);
    arena_release(&words);
}

/* The first result stands; half of one is none. */
static void test_results(void **state)
{
    (void)state;
    struct arena words = ARENA_EMPTY;
    const char *folder = temporary_folder(&words);
    struct work w = {.process = {.end = PROCESS_EXITED, .status = 2, .seconds = 1.5, .cpu = 1.25, .memory = 4096}}, r = {0};
    struct text path = {0}, bytes = {0};
    memset(w.name, 'a', SHA256_HEX - 1);
    memcpy(r.name, w.name, SHA256_HEX);
    text_append_bytes(&w.process.output, "VERDICT\0x\n", 10);
    text_append(&w.process.errors, "note\n");
    assert_false(result_read(folder, &r));
    assert_true(result_write(folder, &w));
    w.process.status = 3;
    assert_true(result_write(folder, &w));
    assert_true(result_read(folder, &r));
    assert_int_equal(r.process.end, PROCESS_EXITED);
    assert_int_equal(r.process.status, 2);
    assert_int_equal(r.process.memory, 4096);
    assert_int_equal(r.process.output.size, 10);
    assert_memory_equal(r.process.output.data, "VERDICT\0x\n", 10);
    assert_string_equal(text_string(&r.process.errors), "note\n");
    work_free(&r);
    result_path(&path, folder, &w);
    assert_true(text_read_file(&bytes, text_string(&path)));
    for (size_t n = 0; n < bytes.size; n++) {
        struct text part = {0};
        text_append_bytes(&part, bytes.data, n);
        assert_true(text_write_file(&part, text_string(&path)));
        assert_false(result_read(folder, &r));
        text_free(&part);
    }
    assert_true(result_write(folder, &w)); /* what is not whole does not stand */
    assert_true(result_read(folder, &r));
    assert_int_equal(r.process.status, 3);
    work_free(&r);
    unlink(text_string(&path));
    rmdir(folder);
    text_free(&path);
    text_free(&bytes);
    work_free(&w);
    arena_release(&words);
}

/* Every work is in one chunk; the long ones come first, and no chunk is more than a share of what is left. */
static void test_chunks(void **state)
{
    (void)state;
    enum { WORKS = 1000, SLOTS = 8 };
    struct work all[WORKS] = {0};
    unsigned seen[WORKS] = {0};
    u32_vector works = {0};
    chunks c = {0};
    double sum = 0, left;
    for (uint32_t i = 0; i < WORKS; i++) {
        all[i].expected = i % 10 == 0 ? 20 : 0;
        all[i].timeout = 900;
        sum += i % 10 == 0 ? 20 : 1;
        vector_push(&works, i);
    }
    chunks_make(&c, all, &works, &(struct chunk_room){SLOTS, 0});
    left = sum;
    vector_each(const struct chunk *, x, &c) {
        assert_true(x->works.size >= 1 && x->works.size <= 100);
        assert_true(x->expected <= left / SLOTS || x->works.size == 1 || x->expected <= 3);
        assert_true(x->longest >= 900 * x->works.size);
        left -= x->expected;
        vector_each(const uint32_t *, i, &x->works)
            seen[*i]++;
    }
    for (uint32_t i = 0; i < WORKS; i++)
        assert_int_equal(seen[i], 1);
    assert_true(all[c.data[0].works.data[0]].expected == 20);
    assert_true(c.size > SLOTS);
    chunks_free(&c);
    chunks_make(&c, all, &works, &(struct chunk_room){SLOTS, 3600}); /* three works of 900 s, and what it takes to end them */
    vector_each(const struct chunk *, x, &c)
        assert_true(x->works.size <= 3 && x->longest <= 3600);
    chunks_free(&c);
    chunks_make(&c, all, &works, &(struct chunk_room){SLOTS, 60});
    assert_int_equal(c.size, WORKS);
    chunks_free(&c);
    vector_free(&works);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_results),
        cmocka_unit_test(test_chunks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
