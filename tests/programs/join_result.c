/* heddle: reach=TRUE race=TRUE; engines: explore */
/* A thread's result reaches whoever joins it: returned, or given to pthread_exit in a function that it calls. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static void *returns(void *argument) { return (void *)((intptr_t)argument + 1); }

static void leave(intptr_t value)
{
    if (value > 0)
        pthread_exit((void *)value);
}

static void *exits(void *argument)
{
    leave((intptr_t)argument + 2);
    assert(0);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    void *from_a, *from_b;
    pthread_create(&a, NULL, returns, (void *)10);
    pthread_create(&b, NULL, exits, (void *)20);
    pthread_join(a, &from_a);
    pthread_join(b, &from_b);
    assert((intptr_t)from_a == 11);
    assert((intptr_t)from_b == 22);
    return 0;
}
