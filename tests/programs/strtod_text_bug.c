/* heddle: reach=FALSE; engines: explore */
/* The exponent has no digits: it is no part of the number. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    char *end;
    assert(strtod("1.5e+", &end) == 1.5 && *end == '\0');
    return 0;
}
