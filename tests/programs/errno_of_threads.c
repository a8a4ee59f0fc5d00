/* heddle: reach=TRUE race=TRUE; engines: explore */
/* Every thread has its own errno. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *thread(void *unused)
{
    errno = 5;
    return unused;
}

int main(void)
{
    pthread_t t;
    errno = 3;
    pthread_create(&t, NULL, thread, NULL);
    assert(errno == 3);
    pthread_join(t, NULL);
    assert(errno == 3);
    return 0;
}
