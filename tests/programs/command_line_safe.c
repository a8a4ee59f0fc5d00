/* heddle: reach=TRUE; engines: predicate */
/* No option but those that are asked for, one with an argument has it, and argv ends behind argc. */
#include <assert.h>
#include <getopt.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    static const struct option options[] = {{"number", required_argument, NULL, 'n'}, {NULL, 0, NULL, 0}};
    int c;
    while ((c = getopt_long(argc, argv, "n:v", options, NULL)) != -1) {
        assert(c == 'n' || c == 'v' || c == '?');
        assert(c != 'n' || optarg);
        assert(optind <= argc);
    }
    return 0;
}
