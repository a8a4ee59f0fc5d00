/* heddle: reach=UNKNOWN; engines: auto; options: --memory-model=tso; reason: sequential consistency only */
/* Flags by plain variables, any number of threads: a load passes an earlier store, so that a proof about threads in turns is none. */
#include <assert.h>
#include <pthread.h>

static volatile int first, second, entered, done;

static void *one(void *p)
{
    first = 1;
    if (!second)
        entered = 1;
    done = 1;
    return p;
}

static void *other(void *p)
{
    second = 1;
    if (!first && done)
        assert(!entered);
    return p;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, one, 0);
    for (;;)
        pthread_create(&t, 0, other, 0);
    return 0;
}
