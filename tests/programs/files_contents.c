/* heddle: reach=UNKNOWN; engines: bounded; reason: relies on */
/* What is in a file is not modelled: it is no reason for FALSE. */
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
