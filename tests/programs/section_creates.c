/* heddle: reach=UNKNOWN; engines: explore; reason: weaker memory orders */
/* A thread that is created in an atomic section begins when the section has ended, whatever memory orders there are: it finds what the section has written behind that.
 * (Executions took it apart there, which made this FALSE; now they leave it open.) */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int data, created;
atomic_int ready;

static void *thread(void *unused)
{
    __VERIFIER_atomic_begin();
    assert(data == 0 && created);
    __VERIFIER_atomic_end();
    data = 11;
    atomic_store_explicit(&ready, 1, memory_order_release);
    return unused;
}

int main(void)
{
    pthread_t t;
    __VERIFIER_atomic_begin();
    pthread_create(&t, 0, thread, 0);
    created = 1;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    assert(data == 0 || created);
    __VERIFIER_atomic_end();
    if (atomic_load_explicit(&ready, memory_order_acquire))
        assert(data == 11);
    return 0;
}
