/* heddle: memory=TRUE; engines: explore */
/* As memory_fresh_bug.c, but each round frees what was allocated in the one before when it is done with it. */
#include <stdlib.h>

int main(void)
{
    int *before = NULL, sum = 0;
    for (int i = 0; i < 3; i++) {
        int *now = malloc(sizeof *now);
        if (!now)
            return 1;
        *now = i;
        if (before)
            sum += *before;
        free(before);
        before = now;
    }
    free(before);
    return sum == 100;
}
