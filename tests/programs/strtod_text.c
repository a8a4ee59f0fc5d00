/* heddle: reach=TRUE; engines: explore */
/* Numbers in strings, and where they end. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    const char *s = " -12.5e1x";
    char *end;
    assert(strtod(s, &end) == -125.0 && end == s + 8);
    assert(strtod("1e", &end) == 1 && *end == 'e');
    assert(strtod(".", &end) == 0 && *end == '.');
    assert(atof("0.1") == 0.1);
    return 0;
}
