/* heddle: reach=FALSE; engines: bounded; options: --undefined=assume */
/* Which address a name has is up to the world: even of this one, since a file of the system's says so. */
#include <assert.h>
#include <netdb.h>

int main(void)
{
    struct hostent *host = gethostbyname("localhost");
    if (host)
        assert(host->h_addr_list[0][0] == 127);
    return 0;
}
