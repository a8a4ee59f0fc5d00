/* heddle: reach=TRUE race=TRUE memory=TRUE; engines: explore */
/* Jumps out of recursive functions, each thread by a buffer of its own, and out of a function that is called through a pointer. */
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>

struct context {
    jmp_buf buffer;
    int steps, thrown;
};

static void dive(struct context *c, int depth)
{
    c->steps++;
    if (depth == 0 && c->thrown)
        longjmp(c->buffer, c->thrown);
    if (depth > 0)
        dive(c, depth - 1);
    c->steps += 10;
}

static void *thread(void *p)
{
    struct context *c = p;
    int result = setjmp(c->buffer);
    if (!result)
        dive(c, 2);
    else
        assert(result == c->thrown);
    return p;
}

static jmp_buf in_order;

static int compare(const void *p, const void *q)
{
    int a = *(const int *)p, b = *(const int *)q;
    if (a == 3 || b == 3)
        longjmp(in_order, 3);
    return a - b;
}

static struct context one = {.thrown = 5}, other;

int main(void)
{
    int numbers[] = {1, 2, 3};
    pthread_t t, u;
    pthread_create(&t, NULL, thread, &one);
    pthread_create(&u, NULL, thread, &other);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(one.steps == 3 && other.steps == 33);
    int result = setjmp(in_order);
    if (!result) {
        qsort(numbers, 3, sizeof *numbers, compare);
        assert(0);
    }
    assert(result == 3);
    return 0;
}
