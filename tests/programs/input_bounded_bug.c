/* heddle: reach=FALSE; engines: explore */
/* input_bounded.c, but main leaves out one round if there are twelve. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static int n, parity;

static void *flip(void *unused)
{
    for (int i = n; i != 9; i++) {
        __VERIFIER_atomic_begin();
        parity ^= i;
        __VERIFIER_atomic_end();
    }
    return unused;
}

int main(void)
{
    pthread_t id;
    int expected = 0, given = __VERIFIER_nondet_int();
    if (given < -3 || given > 9)
        return 0;
    n = given;
    pthread_create(&id, 0, flip, 0);
    for (int i = 8; i >= given + (given == -3); i--)
        expected ^= i;
    pthread_join(id, 0);
    assert(parity == expected);
    return 0;
}
