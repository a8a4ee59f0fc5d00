/* heddle: reach=TRUE race=TRUE; engines: explore */
/* The pointer may point to either, but when the thread runs it points to the other. */
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
    *p = 5;
    p = &y;
    pthread_create(&t, NULL, thread, NULL);
    x = 2;
    return 0;
}
