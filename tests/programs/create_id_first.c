/* heddle: reach=TRUE; engines: explore */
/* The new thread can join itself to its id: it is stored before the thread starts. */
#include <assert.h>
#include <pthread.h>

pthread_t t;

static void *thread(void *unused)
{
    assert(pthread_equal(t, pthread_self()));
    return unused;
}

int main(void)
{
    pthread_create(&t, NULL, thread, NULL);
    pthread_join(t, NULL);
    assert(!pthread_equal(t, pthread_self()));
    return 0;
}
