/* heddle: memory=FALSE; engines: explore bounded */
/* An array that is counted from one, and then from zero: what lies before it is accessed. */
#include <stdlib.h>

int main(void)
{
    int *block = malloc(3 * sizeof(int)), *a = block - 1;
    for (int i = 0; i < 3; i++)
        a[i] = i;
    free(block);
    return 0;
}
