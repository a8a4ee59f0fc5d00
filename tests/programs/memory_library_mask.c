/* heddle: memory=FALSE; engines: explore */
/* The second argument says how much is written. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdlib.h>

int main(void)
{
    cpu_set_t *set = malloc(8);
    sched_getaffinity(0, sizeof *set, set);
    free(set);
    return 0;
}
