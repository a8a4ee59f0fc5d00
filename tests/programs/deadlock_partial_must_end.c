/* heddle: deadlock=TRUE; engines: explore */
/* The two may wait for each other, but main comes to its end whatever they do, after some time of its own. */
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
atomic_int ticks;

static void *first(void *unused)
{
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    return unused;
}

static void *second(void *unused)
{
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    return unused;
}

static void *clock_thread(void *unused)
{
    for (;;)
        ticks = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, first, NULL);
    pthread_create(&t, NULL, second, NULL);
    pthread_create(&t, NULL, clock_thread, NULL);
    while (ticks < 1)
        ;
    return 0;
}
