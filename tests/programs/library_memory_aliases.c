/* heddle: reach=UNKNOWN; engines: bounded; options: --undefined=assume; reason: relies on|gethostbyname|library */
/* No violation is shown by what is read from memory of the library that is not modelled: here, how many other names there are. */
#include <assert.h>
#include <netdb.h>

int main(void)
{
    struct hostent *host = gethostbyname("localhost");
    if (host && host->h_aliases[0])
        assert(host->h_aliases[0][0] == 'l');
    return 0;
}
