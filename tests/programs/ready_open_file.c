/* heddle: reach=UNKNOWN; engines: bounded; reason: relies on */
/* A file that is open is not invalid. That is not modelled, and it is no violation. */
#include <assert.h>
#include <fcntl.h>
#include <poll.h>

int main(void)
{
    struct pollfd file = {.fd = open("data", O_RDONLY), .events = POLLIN};
    if (file.fd >= 0 && poll(&file, 1, 1000) > 0)
        assert(!(file.revents & POLLNVAL));
    return 0;
}
