/* heddle: reach=FALSE race=FALSE locks=FALSE; engines: explore */
/* Unlocked twice: the second time another thread may be inside. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

pthread_spinlock_t l;
int inside;

static void *thread(void *unused)
{
    pthread_spin_lock(&l);
    inside++;
    assert(inside == 1);
    inside--;
    pthread_spin_unlock(&l);
    pthread_spin_unlock(&l);
    return unused;
}

int main(void)
{
    pthread_t t[3];
    pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE);
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, thread, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
