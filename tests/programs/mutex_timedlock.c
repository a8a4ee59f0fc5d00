/* heddle: reach=FALSE race=TRUE; engines: explore */
/* A lock that gives up may give up. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <time.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int count;

static void *thread(void *unused)
{
    struct timespec until = {0, 0};
    int result = pthread_mutex_timedlock(&m, &until);
    assert(result == 0);
    count++;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
