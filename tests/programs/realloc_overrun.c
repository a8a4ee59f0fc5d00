/* heddle: reach=UNKNOWN; engines: explore bounded; reason: undefined: access outside any object */
/* What was shrunk is as small as that. */
#include <stdlib.h>

int main(void)
{
    char *p = malloc(3);
    p = realloc(p, 2);
    p[2] = 1;
    return 0;
}
