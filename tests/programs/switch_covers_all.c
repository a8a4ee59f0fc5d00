/* heddle: reach=TRUE; engines: explore bounded modular cartesian flow */
/* The cases cover all values: that there is no default must not cost an engine its proof. */
#include <assert.h>
#include <pthread.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int x;

void *thread(void *arg)
{
    x = 1;
    x = 2;
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    switch (__VERIFIER_nondet_uchar() % 3) {
    case 0: assert(x < 3); break;
    case 1: assert(x >= 0); break;
    case 2: assert(x != 7); break;
    }
    pthread_join(t, 0);
    return 0;
}
