/* heddle: memory=FALSE; engines: explore */
/* The address of a new block is kept in a structure, and freed from there, before the block is filled in. */
#include <stdlib.h>
#include <string.h>

struct keeper {
    int *block;
};

static void drop(struct keeper *k)
{
    free(k->block);
    k->block = NULL;
}

int main(void)
{
    struct keeper keepers[2];
    memset(keepers, 0, sizeof keepers);
    for (int i = 0; i < 2; i++) {
        int *p = malloc(sizeof *p);
        if (!p)
            return 1;
        keepers[i].block = p;
        if (i == 1)
            drop(&keepers[i]);
        *p = i;
    }
    free(keepers[0].block);
    return 0;
}
