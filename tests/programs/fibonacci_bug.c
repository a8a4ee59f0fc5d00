/* heddle: reach=FALSE; engines: explore */
/* The same: 21 can be reached. */
#include <assert.h>
#include <pthread.h>

int i = 1, j = 1;

static void *first(void *unused)
{
    for (int k = 0; k < 3; k++)
        i += j;
    return unused;
}

static void *second(void *unused)
{
    for (int k = 0; k < 3; k++)
        j += i;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(i < 21 && j < 21);
    return 0;
}
