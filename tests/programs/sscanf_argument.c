/* heddle: reach=UNKNOWN; engines: bounded; reason: what is read from memory or from a file */
/* An argument of main is not looked at: what is read there is any value. */
#include <assert.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int x = 0, n = 0;
    if (argc > 1)
        n = sscanf(argv[1], "%d", &x);
    assert(n <= 1);
    assert(x != 5);
    return 0;
}
