/* heddle: reach=FALSE; engines: bounded */
/* There may be any number of arguments, and they may be any numbers. */
#include <assert.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    assert(argc >= 0);
    if (argc != 2)
        return 1;
    assert(argv[0] && argv[1] && !argv[2]);
    int n = atoi(argv[1]);
    assert(n == atoi(argv[1]));
    assert(n != 12345);
    return 0;
}
