/* heddle: reach=TRUE race=TRUE locks=TRUE; engines: explore */
/* C11 threads, results, mutexes. */
#include <assert.h>
#include <threads.h>

mtx_t m;
int count;

static int thread(void *argument)
{
    mtx_lock(&m);
    count += *(int *)argument;
    mtx_unlock(&m);
    if (*(int *)argument == 2)
        thrd_exit(-2);
    return 1;
}

int main(void)
{
    thrd_t a, b;
    int one = 1, two = 2, from_a, from_b;
    mtx_init(&m, mtx_plain);
    thrd_create(&a, thread, &one);
    thrd_create(&b, thread, &two);
    thrd_join(a, &from_a);
    thrd_join(b, &from_b);
    assert(count == 3);
    assert(from_a == 1 && from_b == -2);
    mtx_destroy(&m);
    return 0;
}
