/* heddle: reach=TRUE race=TRUE; engines: explore */
/* Different slots of one array: no race. */
#include <assert.h>
#include <pthread.h>

int a[4];

static void *thread(void *argument)
{
    int me = (int)(long)argument;
    a[me] = 1;
    a[me + 2] = 2;
    return NULL;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, thread, (void *)0);
    pthread_create(&u, NULL, thread, (void *)1);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(a[0] + a[1] + a[2] + a[3] == 6);
    return 0;
}
