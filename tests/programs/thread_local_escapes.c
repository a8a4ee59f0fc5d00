/* heddle: reach=FALSE race=FALSE; engines: explore */
/* The address of a thread-local variable given to another thread. */
#include <assert.h>
#include <pthread.h>

_Thread_local int mine;

static void *thread(void *argument)
{
    *(int *)argument = 1;
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, &mine);
    assert(mine == 0);
    pthread_join(t, NULL);
    return 0;
}
