/* heddle: reach=TRUE; engines: monotone */
/* Two kinds of threads, each without bound: one counts up, the other one takes what is there. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static unsigned items;

static void *producer(void *unused)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(items < 3);
    items++;
    __VERIFIER_atomic_end();
    return unused;
}

static void *consumer(void *unused)
{
    unsigned before;
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(items > 0);
    before = items;
    items--;
    __VERIFIER_atomic_end();
    assert(before >= 1 && before <= 3);
    return unused;
}

int main(void)
{
    pthread_t id;
    while (1) {
        pthread_create(&id, 0, producer, 0);
        pthread_create(&id, 0, consumer, 0);
    }
}
