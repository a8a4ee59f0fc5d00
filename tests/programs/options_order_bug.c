/* heddle: reach=UNKNOWN; engines: cartesian; reason: options of which several are one text, or that are behind other arguments */
/* What is no option goes behind the options: where they end is before the last of them stood ("x -v"). And several letters are one text ("-vv"). */
#include <assert.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int last = 0;
    while (getopt(argc, argv, "v") == 'v') {
        assert(optind > last);
        last = optind;
    }
    assert(optind >= last);
    return 0;
}
