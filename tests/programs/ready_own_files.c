/* heddle: reach=UNKNOWN; engines: bounded; reason: relies on */
/* A counter of events that nobody has counted up is not ready. That is not modelled, and it is no violation. */
#include <assert.h>
#include <poll.h>
#include <sys/eventfd.h>

int main(void)
{
    struct pollfd file = {.fd = eventfd(0, 0), .events = POLLIN};
    assert(file.fd < 0 || poll(&file, 1, 0) <= 0);
    return 0;
}
