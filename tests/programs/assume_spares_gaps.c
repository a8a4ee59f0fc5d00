/* heddle: reach=UNKNOWN; engines: explore bounded modular; options: --undefined assume; reason: access to memory that is not modelled, or outside any object */
/* What heddle does not model is not undefined behaviour: the characters of an argument are there, so nothing may be assumed away. */
#include <assert.h>

int main(int argc, char **argv)
{
    int options = 0;
    if (argc > 1 && argv[1][0] == '-' && argv[1][1] == 'v')
        options++;
    assert(argc < 2 || options > 5);
    return 0;
}
