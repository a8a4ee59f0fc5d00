/* heddle: reach=UNKNOWN; engines: bounded; reason: the number that a string stands for */
/* An argument is another number in another base, and without a sign one that is larger. */
#include <assert.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    if (argc != 2)
        return 0;
    long n = strtol(argv[1], NULL, 10);
    assert(n == strtol(argv[1], NULL, 16));
    assert((unsigned long)n == strtoul(argv[1], NULL, 10));
    return 0;
}
