/* heddle: reach=FALSE race=FALSE; engines: bounded modular */
/* A thread raises the bound of the loop that creates threads, so there may be three of them. */
#include <assert.h>
#include <pthread.h>

static int count = 2, created;

static void *thread(void *unused)
{
    count = 3;
    return unused;
}

int main(void)
{
    pthread_t t;
    for (int i = 0; i < count; i++) {
        pthread_create(&t, NULL, thread, NULL);
        created++;
    }
    assert(created == 2);
    return 0;
}
