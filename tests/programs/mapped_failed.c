/* heddle: memory=TRUE reach=TRUE; engines: explore; options: --malloc=may-fail */
/* MAP_FAILED is an address where nothing lies: memory that was mapped may be accessed after a look at that. */
#include <assert.h>
#include <sys/mman.h>
int main(void)
{
    unsigned char *p = mmap(0, 8, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        return 1;
    p[3] = 1;
    assert(p[3] == 1 && p[4] == 0);
    return 0;
}
