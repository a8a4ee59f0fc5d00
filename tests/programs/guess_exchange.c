/* heddle: reach=TRUE; engines: guess */
/* A counter that three threads raise by compare and exchange: what is stored is a copy plus one, and the copy is still what it was. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int count;

void *raise(void *unused)
{
    for (int i = 0; i < 50; i++) {
        int seen = atomic_load(&count);
        while (!atomic_compare_exchange_strong(&count, &seen, seen + 1))
            ;
    }
    return unused;
}

int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], 0, raise, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    assert(count == 150);
    return 0;
}
