/* heddle: reach=TRUE race=TRUE memory=TRUE; engines: bounded */
/* What comes back from epoll is what was registered; a file that is closed is out of the set, so its record may be freed. */
#include <assert.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <unistd.h>

struct connection {
    int file, bytes;
};

int main(void)
{
    struct epoll_event found[2];
    int set = epoll_create1(0);
    struct connection *c = malloc(sizeof *c);
    *c = (struct connection){.file = 0};
    struct epoll_event wanted = {.events = EPOLLIN, .data.ptr = c};
    if (set >= 0 && epoll_ctl(set, EPOLL_CTL_ADD, c->file, &wanted) == 0) {
        int n = epoll_wait(set, found, 2, -1);
        assert(n <= 1 && n != 0);
        for (int i = 0; i < n; i++) {
            struct connection *d = found[i].data.ptr;
            assert(d == c && !(found[i].events & EPOLLOUT));
            d->bytes++;
        }
        close(c->file);
        free(c);
        assert(epoll_wait(set, found, 2, 0) <= 0);
        return 0;
    }
    free(c);
    return 0;
}
