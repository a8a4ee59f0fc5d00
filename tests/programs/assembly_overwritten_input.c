/* heddle: reach=UNKNOWN; engines: explore bounded; reason: inline assembly */
/* An output that is written before the last input is read: a compiler may give both the same register, so nobody knows the sum. */
#include <assert.h>

int main(void)
{
    int a = 1, b = 2, sum;
    __asm__("movl %1, %0; addl %2, %0" : "=r"(sum) : "r"(a), "r"(b));
    assert(sum == 3);
    return 0;
}
