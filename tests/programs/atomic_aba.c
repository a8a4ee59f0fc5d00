/* heddle: reach=FALSE race=TRUE; engines: explore */
/* A value that came back looks as if it had never gone: compare-and-swap cannot tell. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int value, changes;

static void *flicker(void *unused)
{
    value = 1;
    changes++;
    value = 0;
    return unused;
}

int main(void)
{
    pthread_t t;
    int expected = 0, before;
    pthread_create(&t, NULL, flicker, NULL);
    before = changes;
    if (value == 0 && before == 0 && atomic_compare_exchange_strong(&value, &expected, 2))
        assert(changes == 0);
    return 0;
}
