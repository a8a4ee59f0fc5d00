/* heddle: reach=FALSE; engines: explore */
/* input_remainder.c, but no divisor is said to be 19: it is, of 19 and 19, the second from the largest remainder that there is. */
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static unsigned a, b;

static int is_done(void)
{
    __VERIFIER_atomic_begin();
    int done = a == b;
    __VERIFIER_atomic_end();
    return done;
}

static void *reduce_a(void *unused)
{
    while (!is_done()) {
        __VERIFIER_atomic_begin();
        if (a > b)
            a -= b;
        __VERIFIER_atomic_end();
    }
    return unused;
}

static void *reduce_b(void *unused)
{
    while (!is_done()) {
        __VERIFIER_atomic_begin();
        if (b > a)
            b -= a;
        __VERIFIER_atomic_end();
    }
    return unused;
}

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint() % 20 + 1;
    int given = __VERIFIER_nondet_int() % 10; /* from -9 to 9 */
    unsigned y = (unsigned)(given + 10);
    pthread_t one, two;
    a = x;
    b = y;
    pthread_create(&one, 0, reduce_a, 0);
    pthread_create(&two, 0, reduce_b, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(a != 19);
    return 0;
}
