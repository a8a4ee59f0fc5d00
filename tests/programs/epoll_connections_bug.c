/* heddle: reach=FALSE; engines: bounded */
/* A file may hang up although nobody has asked whether it does. */
#include <assert.h>
#include <sys/epoll.h>

int main(void)
{
    struct epoll_event found[2], wanted = {.events = EPOLLIN, .data.u64 = 0};
    int set = epoll_create1(0);
    if (set < 0 || epoll_ctl(set, EPOLL_CTL_ADD, 0, &wanted))
        return 0;
    int n = epoll_wait(set, found, 2, 1000);
    for (int i = 0; i < n; i++)
        assert(found[i].data.u64 == 0 && found[i].events == EPOLLIN);
    return 0;
}
