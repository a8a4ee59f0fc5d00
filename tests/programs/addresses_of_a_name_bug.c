/* heddle: reach=FALSE memory=FALSE; engines: bounded explore */
/* A name need not have an address of the kind that the program believes in, and what was freed must not be looked at. */
#include <assert.h>
#include <netdb.h>
#include <sys/socket.h>

int main(void)
{
    struct addrinfo hints = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM}, *found;
    int error = getaddrinfo("example.org", "80", &hints, &found);
    assert(!error);
    freeaddrinfo(found);
    return found->ai_family;
}
