/* heddle: reach=FALSE race=FALSE locks=TRUE; engines: explore */
/* Both lock, but not the same mutex. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int count;

static void *thread(void *argument)
{
    pthread_mutex_t *mine = argument;
    pthread_mutex_lock(mine);
    count++;
    pthread_mutex_unlock(mine);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, thread, &locks[0]);
    pthread_create(&b, NULL, thread, &locks[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(count == 2);
    return 0;
}
