/* heddle: reach=TRUE; engines: monotone */
/* A test-and-set lock with backoff (Kaiser's thesis, Fig. 28), thread-local variables and a Boolean lock. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static int lock, c;
static _Thread_local unsigned delay = 1;
static _Thread_local int taken;

static void test_and_set(void)
{
    __VERIFIER_atomic_begin();
    taken = lock;
    lock = 1;
    __VERIFIER_atomic_end();
}

static void *thread(void *unused)
{
    while (1) {
        test_and_set();
        while (taken) {
            if (delay * 2 > delay)
                delay *= 2;
            test_and_set();
        }
        assert(taken != lock);
        c++;
        assert(c == 1);
        c--;
        assert(lock);
        lock = 0;
    }
    return unused;
}

int main(void)
{
    pthread_t id;
    while (1)
        pthread_create(&id, 0, thread, 0);
}
