/* heddle: reach=TRUE; engines: explore; options: -m32 */
/* 64-bit arithmetic where a word has 32 bits. */
#include <assert.h>

long long sum = 0x7fffffff;
_Static_assert(sizeof(long) == 4 && sizeof(void *) == 4, "32 bits");

int main(void)
{
    sum += 0x7fffffff;
    sum *= 16;
    assert(sum == 0xfffffffe0LL);
    assert((int)(sum >> 32) == 0xf && (unsigned)sum == 0xffffffe0u);
    assert(-sum < 0 && sum / 0x10 == 0xfffffffeLL);
    return 0;
}
