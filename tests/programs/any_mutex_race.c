/* heddle: reach=TRUE race=TRUE; engines: monotone */
/* Data under a mutex that stores its owner, for any number of threads. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *thread(void *unused)
{
    pthread_mutex_lock(&lock);
    x++;
    assert(x == 1);
    x--;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t id;
    while (1)
        pthread_create(&id, 0, thread, 0);
}
