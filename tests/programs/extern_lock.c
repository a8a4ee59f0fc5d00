/* heddle: race=UNKNOWN; engines: bounded auto; options: --extern=havoc; reason: relies on what 'lock_of' does */
/* Which lock a function gives that nobody defines, and whether it writes the counter itself, is not known: neither that there is a race, nor that there is none. */
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
