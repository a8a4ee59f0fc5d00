/* heddle: reach=FALSE; engines: explore bounded */
/* In one step, and still between two of the other thread. */
#include <pthread.h>

int x, y;

static void *thread(void *p)
{
    x++;
    y++;
    return p;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    //@ assert x == y;
    return 0;
}
