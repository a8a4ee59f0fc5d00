/* heddle: memory=FALSE; engines: explore */
/* What was allocated in the round before has been freed, though its place has just allocated something. */
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
        before = now;
        if (i == 1)
            free(now);
    }
    return sum == 100;
}
