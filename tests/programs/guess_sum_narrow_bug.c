/* heddle: reach=FALSE; engines: auto */
/* The sum is a byte, and what counts for it is an int: as numbers they are not the same for long. */
#include <assert.h>
#include <pthread.h>

unsigned char sum;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused)
{
    for (int i = 0; i < 200; i++) {
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
    assert(sum == 400);
    return 0;
}
