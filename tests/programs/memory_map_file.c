/* heddle: reach=UNKNOWN; engines: auto; reason: what is in a file that is mapped */
/* What is in a file is any value. */
#include <assert.h>
#include <fcntl.h>
#include <sys/mman.h>

int main(void)
{
    int file = open("numbers", O_RDONLY);
    if (file < 0)
        return 1;
    int *p = mmap(0, 4096, PROT_READ, MAP_PRIVATE, file, 0);
    if (p == MAP_FAILED)
        return 1;
    assert(p[3] == 4);
    return 0;
}
