/* heddle: reach=UNKNOWN; engines: explore bounded; options: --undefined=assume; reason: relies */
/* Whether this error can come from there is another matter. */
#include <assert.h>
#include <errno.h>
#include <stdio.h>

int main(void)
{
    if (!fopen("settings", "r"))
        assert(errno != ECHILD);
    return 0;
}
