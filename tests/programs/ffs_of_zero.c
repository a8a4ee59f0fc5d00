/* heddle: reach=TRUE; engines: explore bounded */
/* ffs of 0 is 0: that the count of trailing zeroes has no meaning there does not matter. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int n = __builtin_ffs(x);
    assert(x != 0 || n == 0);
    return 0;
}
