/* heddle: reach=FALSE; engines: explore bounded */
/* What realloc adds holds anything. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    char *p = calloc(2, 1);
    p = realloc(p, 3);
    assert(p[0] == 0 && p[2] == 0);
    return 0;
}
