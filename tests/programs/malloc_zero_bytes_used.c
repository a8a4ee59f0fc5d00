/* heddle: reach=UNKNOWN; engines: explore bounded; reason: undefined: access outside any object */
/* The first byte of no bytes. */
#include <stdlib.h>

int main(void)
{
    char *a = malloc(0);
    *a = 1;
    return 0;
}
