/* Two threads work on a number that the program was given. Schedules with different numbers never meet. */
#include <assert.h>
#include <pthread.h>
#ifndef ROUNDS
#define ROUNDS 6
#endif

extern unsigned char __VERIFIER_nondet_uchar(void);
unsigned char given, x, y;

static void *first(void *unused)
{
    for (int i = 0; i < ROUNDS; i++)
        x = (unsigned char)((y + i) % 7);
    return unused;
}

static void *second(void *unused)
{
    for (int i = 0; i < ROUNDS; i++)
        y = (unsigned char)((x + given) % 7);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    given = __VERIFIER_nondet_uchar();
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    assert(x < 7 && y < 7);
    return 0;
}
