/* heddle: memory=FALSE?; engines: auto; known: protection of memory is not modelled */
/* Memory that may not be accessed any more. */
#define _GNU_SOURCE
#include <sys/mman.h>

int main(void)
{
    int *p = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        return 0;
    *p = 5;
    if (mprotect(p, 4096, PROT_NONE) != 0)
        return 0;
    return *p;
}
