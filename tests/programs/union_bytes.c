/* heddle: reach=TRUE; engines: explore */
/* One object seen as an int and as its bytes (little endian). */
#include <assert.h>

union view {
    unsigned n;
    unsigned char bytes[4];
    struct {
        unsigned short low, high;
    } half;
};
union view v;

int main(void)
{
    v.n = 0x01020304;
    assert(v.bytes[0] == 4 && v.bytes[3] == 1);
    v.bytes[1] = 0xff;
    assert(v.n == 0x0102ff04);
    assert(v.half.low == 0xff04 && v.half.high == 0x0102);
    return 0;
}
