/* heddle: reach=FALSE; engines: explore */
/* The second of two structures of 4 bytes does not begin at a cache line. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

struct line {
    int counter;
};

int main(void)
{
    struct line *l = aligned_alloc(64, 64);
    void *p = NULL;
    assert((uintptr_t)l % 64 == 0 && (uintptr_t)(l + 1) % 64 == 0);
    l[1].counter = 1;
    assert(l[1].counter == 1);
    assert(posix_memalign(&p, 1024, 10) == 0 && (uintptr_t)p % 1024 == 0);
    assert(posix_memalign(&p, 3, 10) == EINVAL);
    free(l);
    return 0;
}
