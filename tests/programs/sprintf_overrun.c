/* heddle: reach=UNKNOWN; engines: explore bounded; reason: undefined: access outside any object */
/* One character too many. */
#include <stdio.h>

char b[4];

int main(void)
{
    sprintf(b, "%s%d", "abc", 1);
    return 0;
}
