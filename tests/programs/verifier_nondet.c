/* heddle: reach=FALSE; engines: explore */
/* Arbitrary values of small types: 255 is one of them. */
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    unsigned char c = __VERIFIER_nondet_uchar();
    _Bool b = __VERIFIER_nondet_bool();
    assert(b == 0 || b == 1);
    assert(c <= 255);
    if (b)
        assert(c != 255);
    return 0;
}
