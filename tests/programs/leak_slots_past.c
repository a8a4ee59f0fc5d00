/* heddle: memory=UNKNOWN; engines: explore; options: --leaks=lost; reason: memory that may never be freed */
/* What a global variable holds in the end is one past the end of the block: that is its address and is not. */
#include <stdlib.h>

static char *end;

int main(void)
{
    end = malloc(4);
    end += 4;
    return 0;
}
