/* heddle: reach=TRUE race=TRUE; engines: explore */
/* A guard that aborts protects what follows (as SV-COMP's assume_abort_if_not). */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void require(int condition)
{
    if (!condition)
        abort();
}

static void *thread(void *argument)
{
    require(argument != NULL);
    assert(*(int *)argument == 3);
    return NULL;
}

int main(void)
{
    pthread_t t, u;
    int three = 3;
    pthread_create(&t, NULL, thread, &three);
    pthread_create(&u, NULL, thread, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(0);
    return 0;
}
