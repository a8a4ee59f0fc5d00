/* heddle: locks=TRUE reach=TRUE; engines: explore */
/* Loops over the same array: when the second is over, nobody is left who uses what is destroyed then. */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int count;
static void *user(void *unused)
{
    pthread_mutex_lock(&locks[1]);
    count++;
    pthread_mutex_unlock(&locks[1]);
    return unused;
}
int main(void)
{
    pthread_t t[2];
    int i;
    for (i = 0; i < 2; i++)
        if (pthread_create(&t[i], NULL, user, NULL))
            return 1;
    for (i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    for (i = 0; i < 2; i++)
        pthread_mutex_destroy(&locks[i]);
    assert(count == 2);
}
