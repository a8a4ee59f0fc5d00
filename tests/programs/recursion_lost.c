/* heddle: reach=FALSE; engines: explore random */
/* Two threads count through a recursive procedure; one count may be lost. */
#include <assert.h>
#include <pthread.h>

int x;

static int deep(int n)
{
    return n <= 0 ? x : deep(n - 1) + 1;
}

static void *thread(void *unused)
{
    x = deep(3);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 6);
}
