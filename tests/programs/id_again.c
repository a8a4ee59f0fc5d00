/* heddle: reach=UNKNOWN; engines: auto; reason: a new thread, which may have the id of one that has ended */
/* A thread that has been joined gives its id back, and glibc gives it to the next one: the assertion fails in every run. Here ids differ, so nothing is TRUE. */
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
    pthread_join(t, NULL);
    pthread_create(&t, NULL, compare, NULL);
    pthread_join(t, NULL);
    return 0;
}
