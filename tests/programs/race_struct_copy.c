/* heddle: reach=FALSE race=FALSE; engines: explore */
/* A struct is copied scalar by scalar: half old, half new is possible. */
#include <assert.h>
#include <pthread.h>

struct pair {
    int a, b;
} shared;

static void *thread(void *unused)
{
    struct pair both = {1, 1};
    shared = both;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    struct pair seen = shared;
    assert(seen.a == seen.b);
    return 0;
}
