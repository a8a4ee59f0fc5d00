/* heddle: reach=UNKNOWN; engines: bounded; reason: relies on what .stat. gives */
/* What a library function writes is any value: a violation that relies on it is none to report, and there is no proof either. */
#include <assert.h>
#include <sys/stat.h>

int main(void)
{
    struct stat status;
    status.st_size = 3;
    int result = stat("/etc/hosts", &status);
    assert(result != 0 || status.st_size == 3);
    return 0;
}
