/* heddle: reach=TRUE; engines: modular */
/* Mapped memory is zero at first, in whole pages; of 0 bytes it is refused. */
#include <assert.h>
#include <stdint.h>
#include <sys/mman.h>

int main(void)
{
    int *p = mmap(0, 100, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert(p != MAP_FAILED && (uintptr_t)p % 4096 == 0);
    assert(p[0] == 0 && p[1023] == 0);
    p[1] = 3;
    assert(p[1] == 3);
    assert(mmap(0, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED);
    munmap(p, 100);
    return 0;
}
