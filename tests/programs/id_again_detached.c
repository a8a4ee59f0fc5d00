/* heddle: reach=UNKNOWN; engines: auto; reason: a new thread, which may have the id of one that has ended */
/* The same of a thread that is detached: it may have ended before the next one begins. */
#include <assert.h>
#include <pthread.h>

static pthread_t first;

static void *keep(void *unused)
{
    first = pthread_self();
    return unused;
}

static void *compare(void *unused)
{
    assert(!pthread_equal(first, pthread_self()));
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, keep, NULL);
    pthread_detach(t);
    pthread_create(&t, NULL, compare, NULL);
    pthread_exit(NULL);
    return 0;
}
