/* heddle: race=FALSE; engines: explore bounded */
/* drand48 and lrand48 share their state, which nothing protects. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>

static void *roll(void *unused)
{
    drand48();
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, roll, NULL);
    lrand48();
    pthread_join(t, NULL);
    return 0;
}
