/* heddle: reach=FALSE race=FALSE; engines: explore */
/* The id of the first thread is overwritten, so that nobody waits for it. */
#include <assert.h>
#include <pthread.h>

int x;

static void *first(void *unused)
{
    x = 1;
    return unused;
}

static void *second(void *unused) { return unused; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, first, NULL);
    pthread_create(&t, NULL, second, NULL);
    pthread_join(t, NULL);
    assert(x == 1);
    return 0;
}
