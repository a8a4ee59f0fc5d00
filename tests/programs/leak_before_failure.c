/* heddle: memory=UNKNOWN; engines: explore; options: --leaks=lost; reason: never be freed */
/* Memory is lost before an assertion fails, which is not asked about. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    *p = 1;
    p = NULL;
    assert(p);
    free(p);
    return 0;
}
