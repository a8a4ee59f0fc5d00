/* heddle: reach=FALSE race=TRUE locks=TRUE deadlock=TRUE; engines: explore bounded */
/* Whoever finds the spin lock taken goes on without counting; each thread tries twice in the same line. */
#include <assert.h>
#include <pthread.h>

pthread_spinlock_t lock;
int count;

void *counter(void *arg)
{
    (void)arg;
    for (int i = 0; i < 2; i++)
        if (pthread_spin_trylock(&lock) == 0) {
            count++;
            pthread_spin_unlock(&lock);
        }
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&a, 0, counter, 0);
    pthread_create(&b, 0, counter, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(count == 4);
    return 0;
}
