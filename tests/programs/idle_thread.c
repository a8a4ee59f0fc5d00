/* heddle: reach=TRUE; engines: explore modular */
/* A thread that counts for itself, without end, takes no part in anything. */
#include <assert.h>
#include <pthread.h>

static _Atomic unsigned idle;
static _Atomic int flag, data;

static void *count(void *unused)
{
    while (1)
        idle += 3;
    return unused;
}

static void *send(void *unused)
{
    data = 42;
    flag = 1;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, count, 0);
    pthread_create(&b, 0, send, 0);
    while (!flag)
        ;
    assert(data == 42);
}
