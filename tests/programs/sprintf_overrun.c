/* heddle: reach=UNKNOWN; engines: explore bounded */
/* One character too many. */
#include <stdio.h>

char b[4];

int main(void)
{
    sprintf(b, "%s%d", "abc", 1);
    return 0;
}
