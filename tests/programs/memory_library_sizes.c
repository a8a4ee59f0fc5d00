/* heddle: memory=FALSE; engines: explore */
/* What a library function fills in has a size, which depends on the machine: a structure of 144 bytes with 64 bits, of 96 with 32. */
#define _LARGEFILE64_SOURCE
#include <stdlib.h>
#include <sys/stat.h>

int main(void)
{
    struct stat64 *s = malloc(sizeof *s - 4);
    stat64("/", s);
    free(s);
    return 0;
}
