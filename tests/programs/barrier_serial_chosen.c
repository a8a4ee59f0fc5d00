/* heddle: reach=FALSE race=TRUE deadlock=TRUE; engines: explore bounded */
/* The last to arrive at the barrier does what one of the threads has to do; which one that is, nobody knows before. */
#include <assert.h>
#include <pthread.h>

pthread_barrier_t barrier;
int chosen;

void *worker(void *arg)
{
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
        chosen = (int)(long)arg;
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&a, 0, worker, (void *)1);
    pthread_create(&b, 0, worker, (void *)2);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(chosen == 2);
    return 0;
}
