/* heddle: reach=TRUE race=TRUE; engines: predicate */
/* Any number of producers and consumers of a ring buffer: indices stay inside it, and it never holds more than fits. */
#include <assert.h>
#include <pthread.h>

enum { SLOTS = 10 };
unsigned head, tail, held;
int ring[SLOTS];
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int __VERIFIER_nondet_int(void);

void *produce(void *unused)
{
    pthread_mutex_lock(&lock);
    if (held < SLOTS) {
        ring[head] = 7;
        head = (head + 1) % SLOTS;
        held++;
    }
    assert(held <= SLOTS && head < SLOTS);
    pthread_mutex_unlock(&lock);
    return unused;
}

void *consume(void *unused)
{
    pthread_mutex_lock(&lock);
    if (held > 0) {
        int value = ring[tail];
        tail = (tail + 1) % SLOTS;
        held--;
        (void)value;
    }
    assert(held <= SLOTS && tail < SLOTS);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    while (__VERIFIER_nondet_int())
        if (__VERIFIER_nondet_int())
            pthread_create(&t, NULL, produce, NULL);
        else
            pthread_create(&t, NULL, consume, NULL);
    return 0;
}
