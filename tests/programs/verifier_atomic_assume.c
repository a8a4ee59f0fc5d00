/* heddle: reach=TRUE; engines: explore */
/* A section whose assume fails has not been entered: x is never seen as 1 while y is 0. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void), __VERIFIER_assume(int);
int x, y;

static void *thread(void *unused)
{
    __VERIFIER_atomic_begin();
    x = 1;
    __VERIFIER_assume(y == 1);
    __VERIFIER_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    assert(x == 0);
    y = 1;
    pthread_join(t, NULL);
    assert(x == 1);
    return 0;
}
