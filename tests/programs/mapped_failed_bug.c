/* heddle: memory=FALSE; engines: explore; options: --malloc=may-fail */
/* MAP_FAILED is an address where nothing lies: who does not look at what mmap returned accesses that. */
#include <assert.h>
#include <sys/mman.h>
int main(void)
{
    unsigned char *p = mmap(0, 8, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    p[3] = 1;
    assert(p[3] == 1 && p[4] == 0);
    return 0;
}
