/* heddle: reach=TRUE; engines: explore bounded */
/* x is read twice, before and after a step of the other thread, if the evaluation is more than one step. */
#include <pthread.h>

volatile int x;

static void *thread(void *p)
{
    x = 1;
    return p;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    //@ assert x == x;
    return 0;
}
