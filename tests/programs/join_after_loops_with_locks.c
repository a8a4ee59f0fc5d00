/* heddle: reach=FALSE; engines: explore bounded */
/* Two threads take and give back a lock twice, and are waited for. The lock is always free when it is looked at; once bounded knows
 * that, it unrolls the loop further than before, and what it knew then (that no thread comes to its end) is not so. */
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m1 = PTHREAD_MUTEX_INITIALIZER;
void *first(void *arg)
{
    for (int i0 = 0; i0 < 2; i0++) {
        pthread_mutex_lock(&m1);
        pthread_mutex_unlock(&m1);
    }
    return arg;
}
int main(void)
{
    pthread_t id[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&id[i], 0, first, 0);
    pthread_join(id[0], 0);
    pthread_join(id[1], 0);
    assert(0);
    return 0;
}
