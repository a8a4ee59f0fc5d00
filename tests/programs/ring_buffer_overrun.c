/* heddle: reach=FALSE race=FALSE; engines: explore */
/* The producer does not wait: a slot is overwritten before it was read. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { SLOTS = 2, ITEMS = 3 };
int slot[SLOTS];
atomic_uint tail;

static void *producer(void *unused)
{
    for (unsigned i = 0; i < ITEMS; i++) {
        slot[i % SLOTS] = (int)i + 100;
        tail = i + 1;
    }
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, producer, NULL);
    for (unsigned i = 0; i < ITEMS; i++) {
        while (tail == i)
            ;
        assert(slot[i % SLOTS] == (int)i + 100);
    }
    pthread_join(t, NULL);
    return 0;
}
