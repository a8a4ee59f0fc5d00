/* heddle: reach=TRUE; engines: flow cartesian */
/* More threads than an array of ids is cut into variables for: each is joined once, so nothing has to follow who has been joined. */
#include <assert.h>
#include <pthread.h>

static int x;

static void *thread(void *p)
{
    x = 0;
    return p;
}

int main(void)
{
    pthread_t ids[70];
    for (int i = 0; i < 70; i++)
        pthread_create(&ids[i], NULL, thread, NULL);
    for (int i = 0; i < 70; i++)
        pthread_join(ids[i], NULL);
    assert(x == 0);
    return 0;
}
