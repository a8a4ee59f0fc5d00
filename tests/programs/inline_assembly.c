/* heddle: reach=UNKNOWN; engines: explore; reason: inline assembly */
/* Inline assembly is not understood, and heddle says so. */
#include <assert.h>

int x = 1;

int main(void)
{
    __asm__ volatile("nop" : "+r"(x));
    assert(x == 1);
    return 0;
}
