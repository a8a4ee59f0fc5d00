/* heddle: reach=TRUE */
/* What makes 0 or 1 of 0 or 1 is computed as in C. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static _Atomic _Bool b, c = 1;

static void *set(void *unused)
{
    b |= true;
    c &= 2;
    return unused;
}

int main(void)
{
    pthread_t t;
    bool yes = true;
    pthread_create(&t, 0, set, 0);
    b |= yes;
    pthread_join(t, 0);
    assert(b && !c);
    b ^= yes;
    assert(!b);
    return 0;
}
