/* heddle: memory=TRUE overflow=TRUE; engines: explore */
/* The copy has room for the zero at the end. */
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *copy = malloc(4);
    if (!copy)
        return 0;
    strcpy(copy, "abc");
    int n = (int)strlen(copy);
    free(copy);
    return n;
}
