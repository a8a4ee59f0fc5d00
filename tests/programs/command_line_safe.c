/* heddle: reach=UNKNOWN; engines: flow; reason: access outside any object */
/* No option but those that are asked for, and one with an argument has it: nothing fails, but that argv ends behind argc is more than intervals know. */
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
