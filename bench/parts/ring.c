/* Four threads pass numbers around a ring without locks. Schedules differ, and come to the same states again and again. */
#include <assert.h>
#include <pthread.h>
#ifndef ROUNDS
#define ROUNDS 5
#endif

unsigned char x[4];

static void pass(int me)
{
    for (int i = 0; i < ROUNDS; i++) {
        unsigned char v = x[(me + 1) % 4];
        x[me] = (unsigned char)((v + me + 1) % 5);
    }
}

static void *t0(void *unused)
{
    pass(0);
    return unused;
}
static void *t1(void *unused)
{
    pass(1);
    return unused;
}
static void *t2(void *unused)
{
    pass(2);
    return unused;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, 0, t0, 0);
    pthread_create(&b, 0, t1, 0);
    pthread_create(&c, 0, t2, 0);
    pass(3);
    assert(x[0] < 5 && x[1] < 5 && x[2] < 5 && x[3] < 5);
    return 0;
}
