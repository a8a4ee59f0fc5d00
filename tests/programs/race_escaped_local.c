/* heddle: reach=TRUE race=FALSE; engines: explore */
/* A local variable whose address went to the thread. */
#include <pthread.h>

static void *thread(void *argument)
{
    ++*(int *)argument;
    return NULL;
}

int main(void)
{
    pthread_t t;
    int local = 0;
    pthread_create(&t, NULL, thread, &local);
    local = 3;
    pthread_join(t, NULL);
    return 0;
}
