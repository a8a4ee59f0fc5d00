/* heddle: reach=TRUE; engines: bounded */
/* A number that is read from a small integer is what it was, and its half rounds towards zero; a root is any number. */
#include <assert.h>
#include <math.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    unsigned char n = __VERIFIER_nondet_uchar();
    long double x = n;
    assert(x >= 0 && x <= 255 && (unsigned char)x == n);
    assert((unsigned)(x / 2) == n / 2u);
    long double root = sqrtl(x);
    assert(root == root || root != root);
    return 0;
}
