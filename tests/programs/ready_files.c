/* heddle: reach=TRUE; engines: bounded */
/* poll and select say what is ready out of what was asked for, and how much that is; getaddrinfo gives an address if it succeeds. */
#include <assert.h>
#include <netdb.h>
#include <poll.h>
#include <stddef.h>
#include <sys/select.h>
#include <time.h>

int main(void)
{
    struct pollfd files[2] = {{.fd = 0, .events = POLLIN}, {.fd = -1, .events = POLLOUT}};
    int n = poll(files, 2, 10);
    assert(n >= -1 && n <= 1 && files[0].fd == 0 && files[1].events == POLLOUT);
    assert(n < 0 || (files[0].revents != 0) == n);
    assert(n < 0 || (files[1].revents == 0 && !(files[0].revents & POLLOUT)));
    fd_set set;
    FD_ZERO(&set);
    FD_SET(0, &set);
    FD_SET(2, &set);
    n = select(3, &set, NULL, NULL, NULL);
    assert(n == -1 || n == 1 || n == 2);
    assert(!FD_ISSET(1, &set) && (n != 2 || (FD_ISSET(0, &set) && FD_ISSET(2, &set))));
    struct timespec resolution;
    int done = clock_getres(CLOCK_MONOTONIC, &resolution);
    assert(done == 0 || done == -1);
    struct addrinfo *found;
    if (getaddrinfo("localhost", "80", NULL, &found) == 0)
        assert(found != NULL);
    return 0;
}
