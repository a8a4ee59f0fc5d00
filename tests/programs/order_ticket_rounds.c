/* heddle: race=TRUE; engines: auto */
/* In a loop, a ticket lock whose tickets are taken by a relaxed exchange. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int next, serving;
static int data;

static void *work(void *p)
{
    for (int i = 0; i < 2; i++) {
        int mine = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
        while (atomic_load_explicit(&serving, memory_order_acquire) != mine)
            ;
        data++;
        atomic_store_explicit(&serving, mine + 1, memory_order_release);
    }
    return p;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, work, 0);
    pthread_create(&u, 0, work, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
