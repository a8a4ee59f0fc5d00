/* heddle: reach=FALSE; engines: bounded */
/* A float cannot hold all integers that a long double can. */
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    long double x = n;
    assert((long double)(float)x == x);
    return 0;
}
