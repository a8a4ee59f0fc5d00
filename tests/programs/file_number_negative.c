/* heddle: reach=TRUE; engines: explore bounded */
/* A negative number is no file: every call with it fails, and says why. */
#include <assert.h>
#include <errno.h>
#include <unistd.h>

int main(void)
{
    char c = 0;
    assert(close(-1) == -1 && errno == EBADF);
    assert(read(-1, &c, 1) == -1 && write(-1, &c, 1) == -1 && dup(-1) == -1);
    errno = 0;
    assert(fsync(-1) == -1 && errno == EBADF);
    return 0;
}
