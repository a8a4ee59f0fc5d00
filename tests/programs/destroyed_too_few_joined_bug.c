/* heddle: reach=UNKNOWN locks=FALSE; engines: explore; reason: undefined: use of a mutex that was destroyed */
/* The loop that joins stops before the last thread. */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;
static void *user(void *unused)
{
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
    return unused;
}
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, user, NULL);
    for (int i = 0; i < 1; i++)
        pthread_join(t[i], NULL);
    pthread_mutex_destroy(&lock);
    pthread_join(t[1], NULL);
    assert(count == 2);
}
