/* heddle: reach=TRUE memory=TRUE; engines: modular */
/* What getaddrinfo gives can be looked at: the first address is of the kind that was asked for, and as long. */
#include <assert.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>

int main(void)
{
    struct addrinfo hints = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM}, *found;
    if (getaddrinfo("example.org", "80", &hints, &found))
        return 1;
    assert(found->ai_family == AF_INET && found->ai_socktype == SOCK_STREAM);
    assert(found->ai_addrlen == sizeof(struct sockaddr_in) && found->ai_addr->sa_family == AF_INET);
    freeaddrinfo(found);
    return 0;
}
