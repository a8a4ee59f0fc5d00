/* heddle: reach=TRUE; engines: explore */
/* Threads that have not been joined when the other is created have different ids. */
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
    assert(!pthread_equal(*(pthread_t *)unused, pthread_self()));
    return unused;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, keep, NULL);
    pthread_create(&u, NULL, compare, &t);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(first == t);
    return 0;
}
