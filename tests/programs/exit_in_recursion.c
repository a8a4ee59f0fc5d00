/* heddle: reach=TRUE race=TRUE memory=TRUE; engines: explore modular */
/* A recursive function that ends its thread: its callers do nothing any more. */
#include <assert.h>
#include <pthread.h>

static int seen;

static void dive(int n)
{
    if (n == 0)
        pthread_exit(NULL);
    dive(n - 1);
    seen = 1;
}

static void *thread(void *unused)
{
    dive(3);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    pthread_join(t, NULL);
    assert(seen == 0);
    return 0;
}
