/* heddle: reach=TRUE; engines: explore bounded */
/* Quotients and remainders by the functions of the C library, and absolute values. */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
int main(void)
{
    div_t d = div(-7, 2);
    ldiv_t l = ldiv(7L, -2L);
    lldiv_t ll = lldiv(-7LL * 1000000007LL, 1000000007LL);
    imaxdiv_t m = imaxdiv(INTMAX_MAX, 10);
    assert(d.quot == -3 && d.rem == -1);
    assert(l.quot == -3 && l.rem == 1);
    assert(ll.quot == -7 && ll.rem == 0);
    assert(m.quot * 10 + m.rem == INTMAX_MAX && m.rem == 7);
    assert(abs(-4) == 4 && labs(-5L) == 5 && llabs(-6LL) == 6);
    return 0;
}
