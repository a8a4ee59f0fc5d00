/* heddle: memory=TRUE overflow=TRUE; engines: bounded explore */
/* A compound literal that is copied is nowhere known when its block ends. */
#include <stdlib.h>

struct pair {
    int key, value;
    char text[12];
};

int main(void)
{
    struct pair *all = malloc(4 * sizeof *all);
    for (int k = 0; k < 4; k++)
        all[k] = (struct pair){.key = k, .value = 1};
    free(all);
    return 0;
}
