/* heddle: reach=TRUE race=TRUE; engines: explore */
/* Sections and functions that nothing interrupts. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int a, b;

static void __VERIFIER_atomic_swap(void)
{
    int t = a;
    a = b;
    b = t;
}

static void *thread(void *unused)
{
    __VERIFIER_atomic_begin();
    a++;
    b--;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_swap();
    return unused;
}

int main(void)
{
    pthread_t t;
    int sum;
    pthread_create(&t, NULL, thread, NULL);
    __VERIFIER_atomic_begin();
    sum = a + b;
    __VERIFIER_atomic_end();
    assert(sum == 0);
    return 0;
}
