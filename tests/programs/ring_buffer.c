/* heddle: reach=TRUE race=TRUE; engines: explore */
/* One producer, one consumer, a ring of two slots and no lock. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { SLOTS = 2, ITEMS = 3 };
int slot[SLOTS];
atomic_uint head, tail;

static void *producer(void *unused)
{
    for (unsigned i = 0; i < ITEMS; i++) {
        while (i - head == SLOTS)
            ;
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
        head = i + 1;
    }
    pthread_join(t, NULL);
    return 0;
}
