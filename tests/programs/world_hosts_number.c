/* heddle: reach=TRUE; engines: bounded; options: --undefined=assume */
/* An address in numbers is not looked up, and neither is what only looks like one. */
#include <assert.h>
#include <netdb.h>

int main(void)
{
    struct hostent *host = gethostbyname("127.0.0.1");
    assert(host);
    assert(host->h_length == 4);
    assert(host->h_addr_list[0][0] == 127);
    assert(!host->h_addr_list[1]);
    assert(!gethostbyname("1.2.3.4.5"));
    return 0;
}
