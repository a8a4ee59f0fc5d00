/* heddle: reach=TRUE; engines: explore */
/* Other advice changes nothing. */
#define _GNU_SOURCE
#include <assert.h>
#include <sys/mman.h>

int main(void)
{
    int *p = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        return 0;
    *p = 5;
    madvise(p, 4096, MADV_WILLNEED);
    assert(*p == 5);
    return 0;
}
