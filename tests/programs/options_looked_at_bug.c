/* heddle: reach=UNKNOWN; engines: flow; reason: options that the program has looked at by itself before */
/* The argument of an option is a text that was looked at before. */
#include <assert.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    if (argc < 3)
        return 0;
    char *second = argv[2];
    if (getopt(argc, argv, "o:") == 'o')
        assert(second != optarg);
    return 0;
}
