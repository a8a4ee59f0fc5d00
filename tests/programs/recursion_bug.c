/* heddle: reach=FALSE; engines: explore modular */
/* Recursion over shared memory in two threads. */
#include <assert.h>
#include <pthread.h>

int depth;

static void descend(int n)
{
    if (n == 0)
        return;
    depth++;
    assert(depth <= 2);
    descend(n - 1);
    depth--;
}

static void *thread(void *unused)
{
    descend(2);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
