/* heddle: overflow=FALSE; engines: explore */
/* Without the lock a decrement may be lost, and the next increment goes too far. */
#include <limits.h>
#include <pthread.h>

static int level = INT_MAX - 1;

static void *up_and_down(void *p)
{
    level = level + 1;
    level = level - 1;
    return p;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, up_and_down, 0);
    pthread_create(&b, 0, up_and_down, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
