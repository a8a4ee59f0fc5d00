/* heddle: reach=FALSE memory=FALSE; engines: bounded; options: --malloc=may-fail */
/* Nobody looks whether asprintf failed: the old text is used, or nothing is. */
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *name = NULL;
    int n = asprintf(&name, "%d", 123);
    assert(n == 3);
    name[n + 1] = 'x';
    free(name);
    return 0;
}
