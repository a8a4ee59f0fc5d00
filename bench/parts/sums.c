/* Two threads add each other's number to their own. The largest sum comes from strict turns; every order of the accesses gives another sum. */
#include <assert.h>
#include <pthread.h>
#ifndef ROUNDS
#define ROUNDS 7
#endif

int a = 1, b = 1;

static void *first(void *unused)
{
    for (int i = 0; i < ROUNDS; i++)
        a += b;
    return unused;
}

static void *second(void *unused)
{
    for (int i = 0; i < ROUNDS; i++)
        b += a;
    return unused;
}

int main(void)
{
    int before = 1, last = 1;
    pthread_t s, t;
    for (int i = 0; i < 2 * ROUNDS; i++) {
        int sum = before + last;
        before = last;
        last = sum;
    }
    pthread_create(&s, 0, first, 0);
    pthread_create(&t, 0, second, 0);
    assert(a <= last && b <= last);
    return 0;
}
