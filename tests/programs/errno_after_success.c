/* heddle: reach=FALSE?; engines: auto; known: which functions of the library leave errno alone is not known */
/* A library function that works may leave errno as it is: the assertion can fail, though heddle does not know which functions do. */
#include <assert.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
    errno = 0;
    getppid();
    assert(errno != 0);
    return 0;
}
