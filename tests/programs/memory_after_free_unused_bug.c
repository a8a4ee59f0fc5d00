/* heddle: memory=FALSE; engines: explore */
/* Nobody uses the value that is read from a freed block: it is read all the same. */
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    *p = 5;
    free(p);
    (void)*(volatile int *)p;
    return 0;
}
