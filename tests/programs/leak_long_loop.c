/* heddle: memory=TRUE; engines: flow; options: --leaks=lost */
/* More rounds than states can be looked at: the loop counts to its end. */
#include <stdlib.h>

int main(void)
{
    int *sum = malloc(sizeof *sum);
    *sum = 0;
    for (int i = 0; i < 1000000; i++)
        *sum ^= i;
    free(sum);
    return 0;
}
