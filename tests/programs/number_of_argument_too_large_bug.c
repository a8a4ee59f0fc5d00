/* heddle: reach=UNKNOWN; engines: bounded; reason: whether a number is too large */
/* An argument may be a number that is too large. */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    if (argc != 2)
        return 0;
    errno = 0;
    strtol(argv[1], NULL, 10);
    assert(errno == 0);
    return 0;
}
