/* heddle: reach=TRUE race=FALSE; engines: explore */
/* Two names for one object. */
#include <pthread.h>

int x, y, *p = &x;

static void *thread(void *unused)
{
    *p = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    y = 1;
    x = 2;
    return 0;
}
