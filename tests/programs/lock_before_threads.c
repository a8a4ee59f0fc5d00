/* heddle: reach=TRUE; engines: flow; options: --check-proof */
/* main uses a lock before it creates threads, one of which then keeps it for ever. That the lock stays with its owner is true, but
 * what main does to it is no counter-argument only because main is alone: a proof that says who owns the lock must not rely on it. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *first(void *arg) { return arg; }

void *second(void *arg)
{
    pthread_mutex_lock(&m);
    while (1)
        continue;
    return arg;
}

int main(void)
{
    pthread_t id[2];
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_create(&id[0], 0, first, 0);
    pthread_create(&id[1], 0, second, 0);
    pthread_join(id[0], 0);
    pthread_join(id[1], 0);
    assert(0);
    return 0;
}
