/* heddle: reach=UNKNOWN; engines: explore bounded; reason: which error; options: --undefined=assume */
/* dup cannot find that there is no memory left, and whether connect gives any certain error depends on more than the world: no schedule may rely on that. */
#include <assert.h>
#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void)
{
    struct sockaddr a = {0};
    if (dup(0) == -1)
        assert(errno != ENOMEM);
    if (connect(0, &a, sizeof a) == -1)
        assert(errno != ETIMEDOUT);
    return 0;
}
