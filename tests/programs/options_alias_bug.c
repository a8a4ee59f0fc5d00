/* heddle: reach=UNKNOWN; engines: flow; options: --undefined=assume; reason: the texts of options, in argv */
/* The argument of an option is a text of argv: who looks at it there sees the same one, which is not modelled. */
#include <assert.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int same = 0;
    if (getopt(argc, argv, "o:") == 'o')
        same |= argv[optind - 1] == optarg;
    assert(same == 0 || same == 1);
    return 0;
}
