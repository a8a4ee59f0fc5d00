/* heddle: reach=TRUE; engines: bounded */
/* Numbers in literals are read as they are. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    char *end;
    assert(atoi("42") == 42 && atoi(" -7x") == -7 && atol("") == 0);
    assert(strtoul("0x1f,", &end, 0) == 31 && *end == ',');
    assert(strtol("077", NULL, 0) == 63);
    return 0;
}
