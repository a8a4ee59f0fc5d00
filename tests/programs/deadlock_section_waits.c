/* heddle: deadlock=FALSE; engines: explore bounded */
/* A lock made of an atomic section with an assumption is waited for; an assumption alone is the end of what counts as a run. */
#include <pthread.h>
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int lock;

static void acquire(void)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(lock == 0);
    lock = 1;
    __VERIFIER_atomic_end();
}

static void *thread(void *unused)
{
    acquire(); /* and never releases it */
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    acquire();
    pthread_join(t, NULL);
    return 0;
}
