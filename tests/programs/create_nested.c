/* heddle: reach=TRUE race=TRUE; engines: explore */
/* A thread that creates and joins another. */
#include <assert.h>
#include <pthread.h>

int depth;

static void *inner(void *unused)
{
    depth = depth + 1;
    return unused;
}

static void *outer(void *unused)
{
    pthread_t t;
    depth = 1;
    pthread_create(&t, NULL, inner, NULL);
    pthread_join(t, NULL);
    depth = depth + 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, outer, NULL);
    pthread_join(t, NULL);
    assert(depth == 3);
    return 0;
}
