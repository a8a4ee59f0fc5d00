/* heddle: reach=FALSE; engines: explore bounded */
/* Two outputs of empty inline assembly that share their registers crosswise: each has the value of the input with its number. */
#include <assert.h>

int main(void)
{
    int a = 1, b = 2, x, y;
    __asm__("" : "=r"(x), "=r"(y) : "1"(a), "0"(b));
    assert(x == 1 || y == 2);
    return 0;
}
