/* heddle: reach=FALSE; engines: auto */
/* Both may find the other's semaphore at zero: to post and to try are no seq_cst accesses. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t s, r;
static atomic_int x;
static int first_fails, second_fails;

static void *first(void *unused)
{
    atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
    sem_post(&s);
    first_fails = sem_trywait(&r) != 0;
    return unused;
}

static void *second(void *unused)
{
    atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
    sem_post(&r);
    second_fails = sem_trywait(&s) != 0;
    return unused;
}

int main(void)
{
    pthread_t t, u;
    sem_init(&s, 0, 0);
    sem_init(&r, 0, 0);
    pthread_create(&t, NULL, first, NULL);
    pthread_create(&u, NULL, second, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(!first_fails || !second_fails);
    return 0;
}
