/* heddle: memory=FALSE; engines: explore */
/* It is read after it was freed. */
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p), x;
    if (!p)
        return 0;
    *p = 5;
    free(p);
    x = *p;
    return x;
}
