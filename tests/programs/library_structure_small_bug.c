/* heddle: memory=FALSE; engines: explore */
/* The size of a pointer, where that of a structure was meant. */
#include <stdlib.h>
#include <sys/stat.h>

int main(void)
{
    struct stat *status = malloc(sizeof status);
    int result = stat("file", status);
    free(status);
    return result;
}
