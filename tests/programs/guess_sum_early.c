/* heddle: reach=UNKNOWN; engines: guess; reason: what drawn runs suggest does not prove it */
/* The same, and one of the two is not waited for: the sum may be less. */
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
    assert(sum == 20000);
    return 0;
}
