/* heddle: reach=TRUE; engines: cartesian; options: --no-passes */
/* A lock without an owner around a counter, for more threads than cartesian learns from: where runs are mixed, the counter would have all values. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);

_Atomic int lock;
int inside;

static void section(void)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(lock == 0);
    lock = 1;
    __VERIFIER_atomic_end();
    inside = inside + 1;
    assert(inside == 1);
    inside = 0;
    lock = 0;
}

static void *thread(void *unused)
{
    section();
    section();
    section();
    return unused;
}

int main(void)
{
    pthread_t t[5];
    for (int i = 0; i < 5; i++)
        pthread_create(&t[i], NULL, thread, NULL);
    for (int i = 0; i < 5; i++)
        pthread_join(t[i], NULL);
    return 0;
}
