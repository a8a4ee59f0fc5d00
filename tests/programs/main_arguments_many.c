/* heddle: reach=FALSE; engines: bounded */
/* All arguments are there, also those behind the first ones, up to a null pointer. */
#include <assert.h>

int main(int argc, char **argv)
{
    int n = 0;
    while (argv[n])
        n++;
    assert(n == argc);
    assert(n != 5 || argv[4][0] != 'q');
    return 0;
}
