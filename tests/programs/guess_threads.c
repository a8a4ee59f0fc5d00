/* heddle: reach=TRUE; engines: guess */
/* Nine threads add five each: what each has added is told by whether it has ended. */
#include <assert.h>
#include <pthread.h>

enum { THREADS = 9 };
int sum;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    sum += 5;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], 0, worker, 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], 0);
    assert(sum == 5 * THREADS);
    return 0;
}
