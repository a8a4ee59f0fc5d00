/* heddle: reach=UNKNOWN; engines: bounded; reason: a character of an argument of which the number is read, too */
/* The number and the characters of an argument belong together, which is not modelled: no violation follows from it. */
#include <assert.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    if (argc == 2 && argv[1][0] == '0' && !argv[1][1])
        assert(atoi(argv[1]) == 0);
    return 0;
}
