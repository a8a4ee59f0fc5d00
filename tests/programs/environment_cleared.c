/* heddle: reach=FALSE?; engines: auto; known: the variable environ is not modelled */
/* clearenv changes the variable environ. */
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

int main(void)
{
    if (!environ)
        return 0;
    clearenv();
    assert(environ);
    return 0;
}
