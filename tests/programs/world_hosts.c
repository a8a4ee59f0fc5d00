/* heddle: reach=UNKNOWN; engines: explore; reason: relies */
/* But what is found is any value, which nobody may rely on. */
#include <assert.h>
#include <netdb.h>

int main(void)
{
    struct hostent *host = gethostbyname("example.org");
    if (host)
        assert(host->h_length != 17);
    return 0;
}
