/* heddle: reach=TRUE; engines: explore */
/* Comparisons follow the converted types. */
#include <assert.h>

int minus = -1;
unsigned one = 1;
signed char c = -1;
unsigned char u = 255;
short s = -3;

int main(void)
{
    assert(minus > one);
    assert(minus < (int)one);
    assert(c == -1 && u == 255 && (int)c != (int)u);
    assert((unsigned char)c == u);
    assert(s / 2 == -1 && s % 2 == -1 && s >> 1 == -2);
    assert(!(c > u) && (unsigned)c > u);
    return 0;
}
