/* heddle: reach=UNKNOWN; engines: explore bounded flow; reason: what lies outside an array|too coarse */
/* A read behind the end of an array gives any value, though LLVM would take it to be 7: neither TRUE nor FALSE. */
#include <assert.h>

_Bool __VERIFIER_nondet_bool(void);
static const int table[2] = {7, 7};
int offset[2] = {7, 7};

int main(void)
{
    int i = __VERIFIER_nondet_bool() ? 5 : 1;
    assert(offset[i] == 7);
    assert(table[i] == 7);
    return 0;
}
