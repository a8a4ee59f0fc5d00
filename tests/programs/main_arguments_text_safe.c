/* heddle: reach=TRUE; engines: bounded; options: -m32 */
/* Whatever text an argument is, it is the same when it is looked at again. */
#include <assert.h>

int main(int argc, char **argv)
{
    if (argc < 3)
        return 0;
    if (argv[1][0] == '-' && argv[1][1] == 'x')
        assert(argv[1][0] != 'x' && argv[1][1] == 'x');
    assert(argv[1] != argv[2] && argv[0]);
    return 0;
}
