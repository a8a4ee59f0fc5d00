/* heddle: memory=TRUE overflow=TRUE; engines: explore */
/* Freed once, and forgotten: to free a null pointer does nothing. */
#include <stdlib.h>

int main(void)
{
    char *p = malloc(8);
    free(p);
    p = 0;
    free(p);
    return 0;
}
