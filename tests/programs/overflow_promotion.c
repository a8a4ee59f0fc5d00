/* heddle: overflow=TRUE; engines: explore */
/* A char is promoted before it is added to: what is converted back may change, which is no overflow. */
#include <limits.h>

int main(void)
{
    signed char c = SCHAR_MAX;
    short s = SHRT_MAX;
    int i = INT_MAX;
    c++;
    s += 1;
    long sum = (long)i + 1;
    return c == s && sum == 0;
}
