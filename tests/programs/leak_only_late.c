/* heddle: memory=UNKNOWN; engines: explore; options: --leaks=only; reason: that was freed */
/* With --leaks=only an access after free is no violation, but forbids TRUE. */
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    *p = 1;
    free(p);
    return *p;
}
