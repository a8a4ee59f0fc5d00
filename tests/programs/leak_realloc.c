/* heddle: memory=TRUE; engines: explore; options: --leaks=left */
/* realloc frees what it moves. */
#include <stdlib.h>

int main(void)
{
    char *p = malloc(1);
    p = realloc(p, 2);
    p[1] = 1;
    free(p);
    return 0;
}
