/* heddle: reach=TRUE; engines: bounded */
/* As main_arguments.c, without the bug; one argument is beyond what is modelled exactly. */
#include <assert.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3;
    if (argc > 9)
        n += atoi(argv[9]);
    if (n < 0 || n > 5)
        return 1;
    assert(n * n <= 25);
    return 0;
}
