/* heddle: memory=TRUE overflow=TRUE; engines: explore */
/* Blocks from one place, each within its size. */
#include <stdlib.h>

int main(void)
{
    char *blocks[2];
    for (int i = 0; i < 2; i++) {
        blocks[i] = malloc(16);
        if (!blocks[i])
            return 0;
    }
    for (int k = 0; k < 16; k++)
        blocks[0][k] = 1;
    free(blocks[0]);
    free(blocks[1]);
    return 0;
}
