/* heddle: reach=UNKNOWN; engines: explore; reason: undefined: division by zero */
/* A division by zero has no meaning, so nothing is claimed. */
#include <pthread.h>

int d = 1, x;

static void *thread(void *unused)
{
    d = 0;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    x = 10 / d;
    return 0;
}
