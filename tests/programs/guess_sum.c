/* heddle: reach=TRUE; engines: guess */
/* Two threads with ten thousand locked increments each: what each has added is its loop counter, and the sum is known at the end. */
#include <assert.h>
#include <pthread.h>

int sum;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused)
{
    for (int i = 0; i < 10000; i++) {
        pthread_mutex_lock(&lock);
        sum++;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(sum == 20000);
    return 0;
}
