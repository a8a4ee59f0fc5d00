/* heddle: reach=FALSE; engines: bounded */
/* Nothing may be ready in time, though the file was asked for; an error is reported without being asked for. */
#include <assert.h>
#include <poll.h>

int main(void)
{
    struct pollfd file = {.fd = 0, .events = POLLIN};
    if (poll(&file, 1, 10) == 1)
        assert(file.revents & POLLIN);
    return 0;
}
