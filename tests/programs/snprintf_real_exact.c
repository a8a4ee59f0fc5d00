/* heddle: reach=TRUE; engines: bounded */
/* Floating-point numbers as text: rounded to nearest, halves to even, with widths and flags. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char text[40];
    int n = snprintf(text, sizeof text, "%f", 2.5);
    assert(n == 8 && strcmp(text, "2.500000") == 0);
    sprintf(text, "[%6.3f|%-5.2f|%+.0f|%05.1f]", 3.14159, 1.005, 2.5, -2.25);
    assert(strcmp(text, "[ 3.142|1.00 |+2|-02.2]") == 0);
    sprintf(text, "%g %g %e", 0.5, 1e6, 12345.5);
    assert(strcmp(text, "0.5 1e+06 1.234550e+04") == 0);
    return 0;
}
