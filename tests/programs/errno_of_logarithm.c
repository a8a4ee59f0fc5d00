/* heddle: reach=FALSE?; engines: auto; known: what functions of math.h do to errno is any value */
/* The logarithm of a negative number sets errno. */
#include <assert.h>
#include <errno.h>
#include <math.h>

int main(void)
{
    volatile double x = -1;
    errno = 0;
    x = log(x);
    assert(errno == 0);
    return 0;
}
