/* heddle: reach=FALSE; engines: bounded explore */
/* A file that is only read may hold anything. */
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    char c = 'a';
    int file = open("input", O_RDONLY);
    if (file >= 0 && read(file, &c, 1) == 1)
        assert(c == 'a');
    return 0;
}
