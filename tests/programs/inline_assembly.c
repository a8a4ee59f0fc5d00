/* heddle: reach=UNKNOWN; engines: explore; reason: inline assembly .fnop. */
/* An instruction that heddle does not know makes inline assembly unsupported. */
#include <assert.h>

int x = 1;

int main(void)
{
    __asm__ volatile("fnop" : "+r"(x));
    assert(x == 1);
    return 0;
}
