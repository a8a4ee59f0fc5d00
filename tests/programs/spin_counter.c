/* heddle: reach=TRUE race=TRUE locks=TRUE; engines: explore */
/* Spin locks, also tried. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

pthread_spinlock_t l;
int count, tries;

static void *thread(void *unused)
{
    pthread_spin_lock(&l);
    count++;
    pthread_spin_unlock(&l);
    if (pthread_spin_trylock(&l) == 0) {
        tries++;
        pthread_spin_unlock(&l);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(count == 2 && tries >= 1 && tries <= 2);
    return 0;
}
