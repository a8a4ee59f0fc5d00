/* heddle: reach=FALSE; engines: explore */
/* As stores_before_loads.c, but the second thread looks before it stores. */
#include <assert.h>
#include <pthread.h>

static int x, y, seen_by_first, seen_by_second;

static void *first(void *unused)
{
    x = 1;
    seen_by_first = y;
    return unused;
}

static void *second(void *unused)
{
    seen_by_second = x;
    y = 1;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(seen_by_first || seen_by_second);
    return 0;
}
