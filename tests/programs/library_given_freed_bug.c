/* heddle: memory=FALSE; engines: explore */
/* The time is freed before it is asked what it means. */
#include <stdlib.h>
#include <time.h>

int main(void)
{
    struct tm *parts = malloc(sizeof *parts);
    time_t *now = malloc(sizeof *now);
    *now = 0;
    free(now);
    localtime_r(now, parts);
    free(parts);
    return 0;
}
