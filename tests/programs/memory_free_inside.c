/* heddle: memory=TRUE overflow=TRUE; engines: explore */
/* Freed by the pointer that malloc gave. */
#include <stdlib.h>

int main(void)
{
    char *p = malloc(8);
    if (!p)
        return 0;
    char *q = p + 1;
    free(q - 1);
    return q == 0;
}
