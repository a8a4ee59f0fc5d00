/* heddle: memory=TRUE; engines: explore; options: --leaks=lost */
/* A global variable leads to the block when the program ends: it is not lost. */
#include <stdlib.h>

static int *kept;

int main(void)
{
    kept = malloc(sizeof *kept);
    *kept = 1;
    return 0;
}
