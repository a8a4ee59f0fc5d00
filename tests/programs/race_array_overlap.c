/* heddle: reach=FALSE race=FALSE; engines: explore */
/* Slots computed so that two threads meet in one. */
#include <assert.h>
#include <pthread.h>

int a[4];

static void *thread(void *argument)
{
    int me = (int)(long)argument;
    for (int i = me; i < me + 3; i++)
        a[i] = a[i] + 1;
    return NULL;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, thread, (void *)0);
    pthread_create(&u, NULL, thread, (void *)1);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(a[0] == 1 && a[3] == 1);
    assert(a[1] == 2 && a[2] == 2);
    return 0;
}
