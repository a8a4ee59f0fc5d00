/* heddle: memory=FALSE; engines: explore */
/* Room for three, and a fourth is written. */
#include <stdlib.h>

int main(void)
{
    int *p = malloc(3 * sizeof *p);
    if (!p)
        return 0;
    p[3] = 1;
    free(p);
    return 0;
}
