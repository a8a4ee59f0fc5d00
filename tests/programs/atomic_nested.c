/* heddle: reach=TRUE; engines: explore */
/* Sections nest, contain loops, and are left from any return of an atomic function. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int a, b;

static int __VERIFIER_atomic_step(int n)
{
    a++;
    if (n == 0) {
        b++;
        return 0;
    }
    for (int i = 0; i < n; i++)
        b++;
    b -= n - 1;
    return 1;
}

static void *thread(void *unused)
{
    __VERIFIER_atomic_begin();
    a++;
    __VERIFIER_atomic_step(0);
    b++;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_step(3);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    __VERIFIER_atomic_begin();
    assert(a == b);
    __VERIFIER_atomic_end();
    return 0;
}
