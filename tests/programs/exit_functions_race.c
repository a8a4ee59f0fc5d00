/* heddle: reach=FALSE race=FALSE; engines: explore */
/* They run while other threads go on. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int x;

static void at_end(void) { assert(x == 0); }

static void *thread(void *unused)
{
    x = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    atexit(at_end);
    pthread_create(&t, NULL, thread, NULL);
    exit(0);
}
