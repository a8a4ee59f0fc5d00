/* heddle: race=FALSE; engines: auto; options: --volatile=atomic */
/* What is not volatile is a plain access, also where volatile ones are taken for atomic. */
#include <pthread.h>

static volatile int ready;
static int data;

static void *first(void *p)
{
    ready = 1;
    data = 42;
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
