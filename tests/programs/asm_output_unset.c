/* heddle: reach=UNKNOWN; engines: explore bounded; reason: inline assembly */
/* Inline assembly that leaves its output as it was: nobody knows what the register holds. */
#include <assert.h>

int main(void)
{
    int x;
    __asm__("" : "=r"(x) : "r"(1));
    assert(x == 1);
    return 0;
}
