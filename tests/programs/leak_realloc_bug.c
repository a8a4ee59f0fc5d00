/* heddle: memory=FALSE; engines: explore; options: --leaks=left */
/* A second block is allocated and copied to by hand, and the first one forgotten. */
#include <stdlib.h>

int main(void)
{
    char *p = malloc(1), *q = malloc(2);
    *p = 1;
    q[0] = *p;
    p = q;
    free(p);
    return 0;
}
