/* heddle: reach=FALSE; engines: bounded explore predicate */
/* A directory may not be made, and then errno tells why: no error has the number 0. */
#include <assert.h>
#include <errno.h>
#include <sys/stat.h>

int main(void)
{
    errno = 0;
    if (mkdir("/proc/nothing", 0777) < 0)
        assert(errno == 0);
    return 0;
}
