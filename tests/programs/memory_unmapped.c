/* heddle: memory=UNKNOWN; engines: explore; reason: memory that is unmapped */
/* Memory is used after it was unmapped, which is not followed: it is not proved absent. */
#include <sys/mman.h>

int main(void)
{
    char *memory = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return 1;
    munmap(memory, 4096);
    return memory[0];
}
