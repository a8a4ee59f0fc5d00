/* heddle: reach=FALSE; engines: bounded */
/* Where no option is asked for, the options end, and what is behind them is there. */
#include <assert.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    while (getopt(argc, argv, "") != -1)
        ;
    assert(optind == argc);
    return 0;
}
