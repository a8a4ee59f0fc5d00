/* heddle: reach=TRUE; engines: bounded */
/* A variable of the environment is not set, or some text, which is not shown to be any. */
#include <assert.h>
#include <stdlib.h>

int x;

int main(void)
{
    const char *home = getenv("HOME");
    if (home)
        x = home[0] != 0;
    assert(x == 0 || home);
    return 0;
}
