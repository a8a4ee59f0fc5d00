/* heddle: memory=FALSE; engines: explore */
/* The zero at the end has no room. */
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *copy = malloc(3);
    if (!copy)
        return 0;
    strcpy(copy, "abc");
    int n = (int)strlen(copy);
    free(copy);
    return n;
}
