/* heddle: reach=FALSE; engines: explore bounded; options: --undefined=assume */
/* A file may not be there, whatever the program does: a violation may rely on that error. */
#include <assert.h>
#include <errno.h>
#include <stdio.h>

int main(void)
{
    if (!fopen("settings", "r"))
        assert(errno != ENOENT);
    return 0;
}
