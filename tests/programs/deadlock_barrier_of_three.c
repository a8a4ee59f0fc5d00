/* heddle: reach=TRUE race=TRUE deadlock=FALSE; engines: explore bounded */
/* A barrier for three that two threads come to: they have arrived, and never go on. */
#include <pthread.h>

pthread_barrier_t barrier;

void *worker(void *arg)
{
    pthread_barrier_wait(&barrier);
    return arg;
}

int main(void)
{
    pthread_t a;
    pthread_barrier_init(&barrier, 0, 3);
    pthread_create(&a, 0, worker, 0);
    pthread_barrier_wait(&barrier);
    pthread_join(a, 0);
    return 0;
}
