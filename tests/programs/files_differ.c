/* heddle: reach=UNKNOWN; engines: bounded predicate; reason: relies on the number of a file */
/* Two files that are open at the same time have different numbers. Those are not computed, so no run shows anything. */
#include <assert.h>
#include <fcntl.h>

int main(void)
{
    int first = open("/dev/null", O_RDONLY), second = open("/dev/null", O_RDONLY);
    if (first < 0 || second < 0)
        return 0;
    assert(first != second);
    return 0;
}
