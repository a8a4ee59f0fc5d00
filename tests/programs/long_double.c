/* heddle: reach=TRUE; engines: explore */
/* Numbers of type long double have 64 digits: in variables, structures, arrays and bytes, computed, compared and converted. */
#include <assert.h>
static long double scale = 1.5L, table[3] = {1, 2.25L, -3};
struct sample { int number; long double value; char kind; };
static long double half(long double x) { return x / 2; }
int main(void)
{
    long double x = scale * 2 + table[1];
    assert(x == 5.25L && half(x) == 2.625L && (float)x == 5.25f);
    struct sample a = {1, 7.0L, 2}, b = a;
    assert(b.value == 7 && b.kind == 2 && (int)(b.value / 2) == 3);
    volatile long double one = 1, three = 3;
    long double third = one / three;
    assert((double)third == 1.0 / 3 && third != 1.0 / 3); /* more digits than a double has */
    assert(third * three == 1 && third - table[2] > three && -third < 0);
    volatile unsigned long long most = 0xffffffffffffffffull;
    long double y = most;
    assert((unsigned long long)y == most && y + 1 == 18446744073709551616.0L && (long double)(double)y != y);
    volatile long double huge = 1e4000L;
    assert(huge > 1e308 && huge * huge > huge && (double)huge > 1e308 && huge - huge == 0);
    volatile long double nothing = 0;
    long double none = nothing / nothing;
    assert(none != none && !(none < 1) && 1 / nothing > huge && -1 / nothing < -huge);
    union { long double value; unsigned char bytes[16]; } u = {.value = one};
    assert(u.bytes[9] == 0x3f && u.bytes[8] == 0xff && u.bytes[7] == 0x80 && u.bytes[0] == 0);
    return 0;
}
