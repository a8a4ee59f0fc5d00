/* heddle: reach=UNKNOWN; engines: bounded; reason: writing to an argument of main */
/* Whether the text is long enough to be written to there is not known where texts are not told apart: nothing is TRUE. */
#include <assert.h>

int main(int argc, char **argv)
{
    for (int i = 1; i < argc && i < 3; i++)
        argv[i][1] = 'x';
    assert(argc >= 0);
    return 0;
}
