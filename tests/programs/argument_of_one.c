/* heddle: reach=FALSE; engines: explore bounded modular cartesian */
/* Two threads of one kind with different arguments, over at once: they are not alike. */
#include <assert.h>
#include <pthread.h>

static void *look(void *argument)
{
    assert((long)argument <= 0);
    return NULL;
}

int main(void)
{
    pthread_t id[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&id[i], NULL, look, (void *)(long)i);
    return 0;
}
