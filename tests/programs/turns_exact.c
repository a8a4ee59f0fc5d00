/* heddle: reach=FALSE; engines: random */
/* Only the run in which the two threads take turns at every single iteration gets so far. */
#include <assert.h>
#include <pthread.h>

enum { TIMES = 30 };
int i = 3, j = 6;

static void *first(void *unused)
{
    for (int k = 0; k < TIMES; k++)
        i = j + 1;
    return unused;
}
static void *second(void *unused)
{
    for (int k = 0; k < TIMES; k++)
        j = i + 1;
    return unused;
}

int main(void)
{
    pthread_t s, t;
    pthread_create(&s, NULL, first, NULL);
    pthread_create(&t, NULL, second, NULL);
    assert(j < 2 * TIMES + 6);
    return 0;
}
