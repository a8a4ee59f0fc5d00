/* heddle: reach=TRUE race=TRUE locks=TRUE; engines: auto; options: --memory-model=tso */
/* The store that unlocks a spin lock may be delayed, and what was stored before it goes first. */
#include <assert.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int data;

static void *work(void *p)
{
    for (int i = 0; i < 2; i++) {
        pthread_spin_lock(&lock);
        data++;
        pthread_spin_unlock(&lock);
    }
    return p;
}

int main(void)
{
    pthread_t t, u;
    pthread_spin_init(&lock, 0);
    pthread_create(&t, 0, work, 0);
    pthread_create(&u, 0, work, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(data == 4);
    return 0;
}
