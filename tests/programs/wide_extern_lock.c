/* heddle: race=UNKNOWN; engines: wide; options: --extern=havoc --undefined=assume; reason: pairs of accesses are open */
/* Two locks that come from outside need not be the same one. */
#include <pthread.h>
pthread_mutex_t *lock_of(int side);
int count;
static void *left(void *unused)
{
    pthread_mutex_t *m = lock_of(1);
    pthread_mutex_lock(m);
    count++;
    pthread_mutex_unlock(m);
    return unused;
}
static void *right(void *unused)
{
    pthread_mutex_t *m = lock_of(2);
    pthread_mutex_lock(m);
    count++;
    pthread_mutex_unlock(m);
    return unused;
}
int main(void)
{
    pthread_t l, r;
    pthread_create(&l, NULL, left, NULL);
    pthread_create(&r, NULL, right, NULL);
    pthread_join(l, NULL);
    pthread_join(r, NULL);
    return 0;
}
