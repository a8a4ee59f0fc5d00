/* heddle: reach=TRUE race=TRUE; engines: explore */
/* One variable for two threads, one after the other: it names the second after the second creation. */
#include <assert.h>
#include <pthread.h>

int x;

static void *add(void *argument)
{
    x += (int)(long)argument;
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, add, (void *)1);
    pthread_join(t, NULL);
    pthread_create(&t, NULL, add, (void *)2);
    pthread_join(t, NULL);
    assert(x == 3);
    return 0;
}
