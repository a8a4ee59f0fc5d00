/* heddle: reach=TRUE; engines: explore */
/* Division truncates towards zero; the remainder has the dividend's sign. */
#include <assert.h>
#include <stdlib.h>

int a = -7, b = 2;
unsigned c = 0xfffffff9u;
long long d = -9000000000LL;

int main(void)
{
    assert(a / b == -3 && a % b == -1);
    assert(7 / -b == -3 && 7 % -b == 1);
    assert(c / 2 == 0x7ffffffcu && c % 2 == 1);
    assert(d / 1000000000 == -9 && d % 7 == -5);
    assert(abs(a) == 7 && llabs(d) == 9000000000LL);
    return 0;
}
