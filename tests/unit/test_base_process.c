/* Child processes: output, ends, limits. */
#include "base/memory.h"
#include "base/process.h"
#include "unit.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void run_shell(struct process *p, const char *script, const struct budget *limits)
{
    const char *const argv[] = {"sh", "-c", script, NULL};
    process_run(p, argv, limits);
}

static void output_and_status(void **state)
{
    (void)state;
    struct process p;
    run_shell(&p, "echo out; echo err >&2; exit 3", NULL);
    assert_int_equal(p.end, PROCESS_EXITED);
    assert_int_equal(p.status, 3);
    assert_string_equal(text_string(&p.output), "out\n");
    assert_string_equal(text_string(&p.errors), "err\n");
    process_free(&p);
    run_shell(&p, "i=0; while [ $i -lt 20000 ]; do echo 0123456789012345678; i=$((i+1)); done", NULL);
    assert_int_equal(p.output.size, 400000); /* more than a pipe holds */
    process_free(&p);
    run_shell(&p, "cat; kill -SEGV $$", NULL); /* the input is empty */
    assert_int_equal(p.end, PROCESS_CRASHED);
    assert_int_equal(p.status, SIGSEGV);
    process_free(&p);
    run_shell(&p, "kill -KILL $$", NULL); /* somebody else, as far as anybody can tell */
    assert_int_equal(p.end, PROCESS_KILLED);
    assert_int_equal(p.status, SIGKILL);
    process_free(&p);
    run_shell(&p, "kill -TERM $$", NULL);
    assert_int_equal(p.end, PROCESS_KILLED);
    process_free(&p);
    const char *const forbidden[] = {"/", NULL};
    assert_false(process_run(&p, forbidden, NULL));
    assert_int_equal(p.end, PROCESS_NOT_STARTED);
    assert_int_equal(p.status, EACCES);
    process_free(&p);
    const char *const missing[] = {"heddle-no-such-command", NULL};
    assert_false(process_run(&p, missing, NULL));
    assert_int_equal(p.end, PROCESS_NOT_STARTED);
    assert_int_equal(p.status, ENOENT);
    process_free(&p);
}

static void deadline_is_kept(void **state)
{
    (void)state;
    struct budget limits = {.deadline = clock_wall() + 0.3};
    struct process p;
    double start = clock_wall();
    run_shell(&p, "echo before; sleep 20 & sleep 20", &limits);
    assert_int_equal(p.end, PROCESS_TIMED_OUT);
    assert_string_equal(text_string(&p.output), "before\n");
    assert_true(clock_wall() - start < 3);
    process_free(&p);
}

static void eat(void *context, int fd)
{
    (void)fd;
    for (int i = 0; i < 4000; i++) {
        size_t n = 1 << 20;
        char *block = *(bool *)context ? mem_alloc(n) : malloc(n);
        if (!block)
            _exit(1);
        memset(block, 1, n);
    }
}

static void memory_limit_is_kept(void **state)
{
    (void)state;
    for (int counted = 0; counted < 2; counted++) { /* through base/memory.h, and past it */
        bool use_counter = counted;
        struct budget limits = {.memory = (size_t)200 << 20};
        struct process p;
        process_fork(&p, eat, &use_counter, &limits);
        assert_false(process_finish(&p));
        assert_int_equal(p.end, PROCESS_OUT_OF_MEMORY);
        assert_true(p.memory < (size_t)300 << 20);
        process_free(&p);
    }
}

static void answer(void *context, int fd)
{
    char block[100000];
    memset(block, *(int *)context, sizeof block);
    for (int i = 0; i < 30; i++)
        write_all(fd, block, sizeof block);
}

static void several_at_once(void **state)
{
    (void)state;
    struct process ps[5], *list[5];
    int letter[5];
    for (int i = 0; i < 5; i++) {
        letter[i] = 'a' + i;
        list[i] = &ps[i];
        assert_true(process_fork(&ps[i], answer, &letter[i], NULL));
    }
    for (int running = 5; running;) {
        process_poll(list, 5, 1);
        running = 0;
        for (int i = 0; i < 5; i++)
            running += ps[i].pid > 0;
    }
    for (int i = 0; i < 5; i++) {
        assert_int_equal(ps[i].end, PROCESS_EXITED);
        assert_int_equal(ps[i].output.size, 3000000);
        assert_int_equal(ps[i].output.data[2999999], letter[i]);
        process_free(&ps[i]);
    }
}

static void budgets(void **state)
{
    (void)state;
    struct budget none = {0}, past = {.deadline = clock_wall() - 1}, small = {.memory = 1};
    for (int i = 0; i < 1000; i++)
        assert_int_equal(budget_spent(&none), LIMIT_NONE);
    enum limit spent = LIMIT_NONE;
    for (int i = 0; i < 256 && !spent; i++)
        spent = budget_spent(&past);
    assert_string_equal(limit_words(spent), "time limit reached");
    struct budget part = budget_part(&none, 5), smaller = budget_part(&part, 3), larger = budget_part(&part, 30);
    effort_spend(3);
    assert_int_equal(budget_spent(&part), LIMIT_NONE);
    assert_int_equal(budget_spent(&smaller), LIMIT_EFFORT);
    effort_spend(2);
    assert_int_equal(budget_spent(&part), LIMIT_EFFORT);
    assert_int_equal(budget_spent(&larger), LIMIT_EFFORT); /* a part is never more than the whole */
    void *p = mem_alloc(100);
    assert_string_equal(limit_words(budget_spent(&small)), "memory limit reached");
    mem_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(output_and_status), cmocka_unit_test(deadline_is_kept), cmocka_unit_test(memory_limit_is_kept),
        cmocka_unit_test(several_at_once),   cmocka_unit_test(budgets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
