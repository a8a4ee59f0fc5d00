/* heddle: reach=FALSE; engines: predicate */
/* The failing run needs one particular value of 32 bits at one particular moment: only the formula of the schedule knows them. */
#include <assert.h>
#include <pthread.h>

unsigned a, b;
unsigned __VERIFIER_nondet_uint(void);

void *first(void *unused)
{
    a = __VERIFIER_nondet_uint();
    a = 99;
    return unused;
}

void *second(void *unused)
{
    b = a * 3 + 17;
    return unused;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, first, NULL);
    pthread_create(&u, NULL, second, NULL);
    unsigned got = b;
    assert(!(got == 123456788 && a == 99));
    return 0;
}
