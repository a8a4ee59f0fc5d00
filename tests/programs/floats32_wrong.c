/* heddle: reach=FALSE; engines: explore bounded; options: -m32 */
/* A violation that relies on no rounding counts, also with 32 bits. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    float f = n * 0.5f;
    if (n > 10)
        assert(f < 1.0f);
    return 0;
}
