/* heddle: reach=FALSE race=FALSE locks=FALSE; engines: explore */
/* A second thread opens the lock that the first one holds. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int inside;

static void *holder(void *unused)
{
    pthread_mutex_lock(&m);
    inside++;
    assert(inside == 1);
    inside--;
    pthread_mutex_unlock(&m);
    return unused;
}

static void *intruder(void *unused)
{
    pthread_mutex_unlock(&m);
    return holder(unused);
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, holder, NULL);
    pthread_create(&b, NULL, intruder, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
