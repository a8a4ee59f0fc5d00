/* heddle: reach=FALSE; engines: monotone */
/* A readers-writer lock whose readers leave twice now and then: the number does not count them any more. */
#include <assert.h>
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static int writing, readers;

static void leave(void)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(readers > 0);
    readers--;
    __VERIFIER_atomic_end();
}

static void *thread(void *unused)
{
    if (__VERIFIER_nondet_bool()) {
        __VERIFIER_atomic_begin();
        __VERIFIER_assume(!writing && readers == 0);
        writing = 1;
        __VERIFIER_atomic_end();
        writing = 0;
    } else {
        __VERIFIER_atomic_begin();
        __VERIFIER_assume(!writing);
        readers++;
        __VERIFIER_atomic_end();
        if (__VERIFIER_nondet_bool())
            leave();
        assert(!writing);
        leave();
    }
    return unused;
}

int main(void)
{
    pthread_t id;
    while (1)
        pthread_create(&id, 0, thread, 0);
}
