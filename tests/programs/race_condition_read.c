/* heddle: reach=TRUE race=FALSE; engines: explore */
/* The read is in a condition whose branches do nothing. */
#include <pthread.h>

int x;

static void *thread(void *unused)
{
    x = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    if (x)
        ;
    return 0;
}
