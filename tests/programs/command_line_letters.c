/* heddle: reach=FALSE; engines: bounded; options: --undefined=assume */
/* Options of one letter are those of argv. */
#include <assert.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    assert(getopt(argc, argv, "vn:") != 'v' || argv[1][1] != 'v' || optind != 2);
    return 0;
}
