/* heddle: reach=FALSE; engines: explore */
/* A variable of the environment need not be set. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    const char *home = getenv("HOME");
    assert(home);
    return 0;
}
