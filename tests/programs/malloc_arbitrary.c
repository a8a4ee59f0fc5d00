/* heddle: reach=FALSE; engines: explore */
/* Memory from malloc is arbitrary, from calloc it is zero. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    unsigned char *zero = calloc(4, 1);
    for (int i = 0; i < 4; i++)
        assert(zero[i] == 0);
    unsigned char *any = malloc(1);
    assert(*any == 0);
    return 0;
}
