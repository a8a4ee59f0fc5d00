/* heddle: reach=UNKNOWN; engines: explore; reason: a format that is not a constant */
/* A format that is read may have %n: then the number is not what it was. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char format[4];
    int n = 7;
    if (!fgets(format, sizeof format, stdin))
        return 0;
    printf(format, &n);
    assert(n == 7);
    return 0;
}
