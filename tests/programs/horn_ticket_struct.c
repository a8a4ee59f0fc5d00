/* heddle: reach=TRUE; engines: horn */
/* A ticket lock on the heap that functions take and give back; what it protects may wrap around, too. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct lock {
    unsigned given, served;
} * lock;
int value;

static void acquire(struct lock *l)
{
    unsigned mine = __atomic_fetch_add(&l->given, 1, __ATOMIC_SEQ_CST);
    while (__atomic_load_n(&l->served, __ATOMIC_SEQ_CST) != mine)
        ;
}

static void release(struct lock *l) { __atomic_fetch_add(&l->served, 1, __ATOMIC_SEQ_CST); }

void *worker(void *unused)
{
    acquire(lock);
    int before = value;
    value = before + 5;
    assert(value == before + 5);
    release(lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    lock = calloc(1, sizeof *lock);
    if (!lock)
        return 0;
    while (__VERIFIER_nondet_int())
        pthread_create(&t, 0, worker, 0);
    return 0;
}
