/* heddle: reach=TRUE race=TRUE; engines: explore */
/* Store buffering: under sequential consistency one of the two sees the other. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y, r, s;

static void *first(void *unused)
{
    x = 1;
    r = y;
    return unused;
}

static void *second(void *unused)
{
    y = 1;
    s = x;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(r == 1 || s == 1);
    return 0;
}
