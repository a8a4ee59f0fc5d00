/* heddle: reach=TRUE memory=TRUE; engines: bounded flow */
/* Linux starts no program without arguments (since 5.18 it adds an empty one): a program may look at how it is called. */
#include <assert.h>

int main(int argc, char **argv)
{
    assert(argc >= 1 && argv[0]);
    return argv[0][0] == '-';
}
