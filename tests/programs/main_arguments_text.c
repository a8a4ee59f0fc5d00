/* heddle: reach=FALSE; engines: bounded */
/* An argument may be any text. */
#include <assert.h>
#include <string.h>

int main(int argc, char **argv)
{
    if (argc < 2)
        return 0;
    assert(strcmp(argv[1], "-v") != 0);
    return 0;
}
