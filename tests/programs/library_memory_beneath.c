/* heddle: reach=TRUE; engines: flow; options: --undefined=assume */
/* What the library gives has pointers to more of its memory, of a size that nobody knows: what is read there is any value, and the
 * program's own variables stay as they are. */
#include <assert.h>
#include <netdb.h>
#include <string.h>

int own = 1;

int main(void)
{
    struct hostent *host = gethostbyname("localhost");
    if (!host)
        return 0;
    char address[4];
    memcpy(address, host->h_addr_list[0], 4);
    if (host->h_length > 2000)
        host->h_addr_list[0][2000] = 5;
    assert(own == 1);
    return address[0];
}
