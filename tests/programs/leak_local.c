/* heddle: memory=FALSE; engines: explore; options: --leaks=lost */
/* The only pointer to a block is a variable of main, which is gone when main returns. */
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    *p = 1;
    return *p - 1;
}
