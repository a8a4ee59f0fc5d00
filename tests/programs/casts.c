/* heddle: reach=TRUE; engines: explore; options: -m64 */
/* Conversions between integer types. */
#include <assert.h>
#include <stdint.h>

int main(void)
{
    int minus = -1;
    assert((unsigned char)minus == 255 && (signed char)200 == -56);
    assert((unsigned)minus == 4294967295u && (long)minus == -1L);
    assert((unsigned long)minus == 0xffffffffffffffffUL && (unsigned long)(unsigned)minus == 0xffffffffUL);
    assert((short)0x12345 == 0x2345 && (int)0x1ffffffffL == -1);
    assert((_Bool)256 == 1);
    int x = 7, *p = &x;
    uintptr_t address = (uintptr_t)p;
    *(int *)address = 8;
    assert(x == 8 && *(char *)p == 8);
    return 0;
}
