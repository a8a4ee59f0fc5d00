/* heddle: reach=UNKNOWN; engines: explore; options: --extern=havoc; reason: not covered: inline assembly .fnop. */
/* Inline assembly with an instruction that heddle does not know does anything to what it can reach, and forbids TRUE; what it cannot reach stays as it was. */
#include <assert.h>

int x = 1;

int main(void)
{
    int own = 2;
    __asm__ volatile("fnop" : "+r"(x));
    assert(own == 2);
    return 0;
}
