/* An atomic section with a loop. BUG: it ends too late. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
extern int __VERIFIER_nondet_int(void);
static int x, low;

static void *thread(void *a)
{
    __VERIFIER_atomic_begin();
    low = 0;
    while (low < 1 + BUG && __VERIFIER_nondet_int())
        low = low + 1;
    x = low;
    __VERIFIER_atomic_end();
    return a;
}

int main(void)
{
    pthread_t id;
    pthread_create(&id, 0, thread, 0);
    pthread_create(&id, 0, thread, 0);
    assert(x < 2);
    return 0;
}
