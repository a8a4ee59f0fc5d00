/* heddle: race=TRUE; engines: auto; options: --volatile=atomic */
/* A volatile flag in code that takes volatile accesses for atomic ones. */
#include <pthread.h>

static volatile int ready;
static int data;

static void *first(void *p)
{
    data = 42;
    ready = 1;
    return p;
}

static void *second(void *p)
{
    return ready ? (void *)(long)data : p;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, first, 0);
    pthread_create(&u, 0, second, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
