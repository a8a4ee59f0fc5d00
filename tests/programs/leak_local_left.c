/* heddle: memory=TRUE overflow=TRUE; engines: explore */
/* Memory that is not freed in the end is no violation if nobody asks for leaks. */
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    *p = 1;
    return *p - 1;
}
