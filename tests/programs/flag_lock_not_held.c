/* heddle: reach=FALSE; engines: modular */
/* Any number of threads and a lock that does not say who holds it, which one thread in a while releases without holding it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern _Bool __VERIFIER_nondet_bool(void);

atomic_int lock;
int inside;

static void *enter(void *unused)
{
    if (__VERIFIER_nondet_bool()) {
        lock = 0;
        return unused;
    }
    while (atomic_exchange(&lock, 1))
        continue;
    inside = 1;
    assert(inside == 1);
    inside = 0;
    lock = 0;
    return unused;
}

int main(void)
{
    pthread_t id;
    while (1)
        pthread_create(&id, NULL, enter, NULL);
}
