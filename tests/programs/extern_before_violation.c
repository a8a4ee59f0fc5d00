/* heddle: reach=FALSE; engines: auto */
/* A violation that happens without the unknown function is one. */
#include <assert.h>

void unknown(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int() & 7;
    assert(x < 7);
    unknown();
    return 0;
}
