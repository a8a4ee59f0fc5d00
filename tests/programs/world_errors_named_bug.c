/* heddle: reach=FALSE; engines: explore bounded; options: --undefined=assume */
/* There may be no number left for another file. */
#include <assert.h>
#include <errno.h>
#include <unistd.h>

int main(void)
{
    if (dup(0) == -1)
        assert(errno != EMFILE);
    return 0;
}
