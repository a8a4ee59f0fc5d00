/* heddle: reach=UNKNOWN; engines: random; options: --undefined=assume --timeout=2; reason: relies on which options a program is given */
/* As options_order_bug.c, in a program that writes to argv: once all options are found, those texts that are none stand behind them, so where the next one is goes back. */
#include <assert.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    if (argc != 3)
        return 0;
    argv[2] = argv[2];
    if (getopt(argc, argv, "a") != 'a')
        return 0;
    int behind = optind;
    if (getopt(argc, argv, "a") == -1)
        assert(optind >= behind);
    return 0;
}
