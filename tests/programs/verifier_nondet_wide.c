/* heddle: reach=FALSE; engines: explore */
/* An arbitrary int: one value out of many breaks it. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    assert(x != 0);
    return 0;
}
