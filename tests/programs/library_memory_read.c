/* heddle: reach=UNKNOWN; engines: explore bounded; options: --undefined=assume; reason: relies on|gethostbyname|library */
/* No violation is shown by what is read from memory of the library that is not modelled. */
#include <assert.h>
#include <netdb.h>

int main(void)
{
    struct hostent *host = gethostbyname("localhost");
    if (host)
        assert(host->h_addr_list[0][0] == 127);
    return 0;
}
