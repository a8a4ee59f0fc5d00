/* heddle: reach=TRUE race=TRUE locks=TRUE; engines: explore */
/* What a thread wrote is there after joining it. */
#include <assert.h>
#include <pthread.h>

int x;

static void *thread(void *unused)
{
    x = 42;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    pthread_join(t, NULL);
    assert(x == 42);
    return 0;
}
