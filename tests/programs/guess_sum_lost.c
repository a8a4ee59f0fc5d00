/* heddle: reach=UNKNOWN; engines: guess; reason: what drawn runs suggest does not prove it */
/* The same without the lock: an increment may be lost. */
#include <assert.h>
#include <pthread.h>

int sum;

void *worker(void *unused)
{
    for (int i = 0; i < 10000; i++) {
        int old = sum;
        sum = old + 1;
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
