/* heddle: reach=TRUE; engines: bounded explore predicate */
/* Where a call fails, errno is not 0. */
#include <assert.h>
#include <errno.h>
#include <sys/stat.h>

int main(void)
{
    errno = 0;
    if (mkdir("/proc/nothing", 0777) < 0)
        assert(errno != 0);
    return 0;
}
