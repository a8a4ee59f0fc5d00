/* heddle: reach=TRUE; engines: explore */
/* All 256 values of a character, and a range made by assume. */
#include <assert.h>

extern void __VERIFIER_assume(int);
extern char __VERIFIER_nondet_char(void);

int main(void)
{
    char c = __VERIFIER_nondet_char();
    assert(c >= -128 && c <= 127);
    __VERIFIER_assume(c > 3 && c < 8);
    assert(c * c >= 16 && c * c <= 49);
    return 0;
}
