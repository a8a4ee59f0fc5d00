/* heddle: memory=TRUE; engines: explore */
/* What library functions without a model are given is there, and as large as they need. */
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
    int ends[2];
    struct tm *parts = malloc(sizeof *parts);
    time_t *now = malloc(sizeof *now);
    *now = 0;
    if (pipe(ends) != 0 || !localtime_r(now, parts))
        *now = 1;
    free(now);
    free(parts);
    return 0;
}
