/* heddle: reach=FALSE; engines: bounded */
/* A program that puts texts into argv finds them there. */
#include <assert.h>

int main(int argc, char **argv)
{
    int last = argc - 1;
    if (argc > 1)
        argv[last] = "changed";
    assert(argc < 2 || argv[last][0] != 'c');
    return 0;
}
