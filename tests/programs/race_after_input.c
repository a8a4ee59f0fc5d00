/* heddle: race=FALSE; engines: explore bounded modular cartesian */
/* The racing read comes after a loop and an input that decides whether it is reached: the schedule has to lead there. */
#include <pthread.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int x, once;

void *reader(void *arg)
{
    int sum = 0;
    for (int i = 0; i < 2; i++)
        sum++;
    if (__VERIFIER_nondet_uchar() % 5 == 2 && x == sum)
        once = 1;
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, reader, 0);
    x = 1;
    pthread_join(t, 0);
    return 0;
}
