/* A ticket lock: draw a number, wait until it is served. Three threads add to a sum under it.
 *
 *     heddle verify examples/ticket_lock.c
 *     heddle verify --property race examples/ticket_lock.c
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 3 };

struct ticket_lock {
    atomic_uint next, serving;
};

static struct ticket_lock lock;
static int sum;

static void acquire(struct ticket_lock *l)
{
    unsigned mine = atomic_fetch_add(&l->next, 1);
    while (atomic_load(&l->serving) != mine)
        ;
}

static void release(struct ticket_lock *l) { atomic_fetch_add(&l->serving, 1); }

static void *add(void *argument)
{
    int amount = *(int *)argument;
    acquire(&lock);
    int before = sum;
    sum = before + amount;
    assert(sum == before + amount);
    release(&lock);
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    int amounts[THREADS] = {1, 10, 100};
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, add, &amounts[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(sum == 111);
    return 0;
}
