/* heddle: memory=FALSE; engines: explore; options: --leaks=left */
/* A global variable leads to the block: it is not lost, but it is not freed either. */
#include <stdlib.h>

static int *kept;

int main(void)
{
    kept = malloc(sizeof *kept);
    *kept = 1;
    return 0;
}
