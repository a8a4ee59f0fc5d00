/* heddle: overflow=FALSE; engines: explore */
/* The sum of two ints is an int, whatever it is converted to. */
#include <limits.h>

int main(void)
{
    signed char c = SCHAR_MAX;
    short s = SHRT_MAX;
    int i = INT_MAX;
    c++;
    s += 1;
    long sum = i + 1;
    return c == s && sum == 0;
}
