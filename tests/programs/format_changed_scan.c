/* heddle: reach=UNKNOWN; engines: explore; reason: with such a format */
/* The same for scanf: what is stored is not known then. */
#include <assert.h>
#include <stdio.h>

static char format[] = "%hhd";

int main(void)
{
    long number = 0;
    format[1] = 'l';
    format[2] = 'd';
    format[3] = 0;
    if (scanf(format, &number) == 1)
        assert(number < 256);
    return 0;
}
