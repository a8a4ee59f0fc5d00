/* heddle: reach=TRUE race=TRUE; engines: explore */
/* Written before the thread exists, read in it, written again after joining it. */
#include <assert.h>
#include <pthread.h>

int x;

static void *thread(void *unused)
{
    assert(x == 1);
    x = 2;
    return unused;
}

int main(void)
{
    pthread_t t;
    x = 1;
    pthread_create(&t, NULL, thread, NULL);
    pthread_join(t, NULL);
    assert(x == 2);
    x = 3;
    return 0;
}
