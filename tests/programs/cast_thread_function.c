/* heddle: reach=TRUE; engines: explore */
/* Thread functions of other types, cast as programs do. */
#include <assert.h>
#include <pthread.h>

int x, y;

static void no_result(int *p) { *p = 1; }
static int no_argument(void)
{
    y = 2;
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, (void *(*)(void *))no_result, &x);
    pthread_create(&b, NULL, (void *(*)(void *))no_argument, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 1 && y == 2);
    return 0;
}
