/* Nobody inverts this in a minute: a task that runs as long as it may. */
#include <assert.h>
#include <pthread.h>

extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);
unsigned long x, y;

static void *first(void *unused)
{
    x = __VERIFIER_nondet_ulong() & 0xffffffff;
    return unused;
}

static void *second(void *unused)
{
    y = __VERIFIER_nondet_ulong() & 0xffffffff;
    return unused;
}

static unsigned long mixed(unsigned long a, unsigned long b)
{
    for (int i = 0; i < 12; i++) {
        a = a * (2 * a + 1) ^ (b >> 29);
        b = b * (2 * b + a) ^ (a >> 31);
    }
    return a ^ b;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    if (mixed(x, y) == 0x123456789abcdef0)
        reach_error();
    return 0;
}
