/* heddle: reach=UNKNOWN; engines: flow; options: --undefined=assume; reason: not modelled|library|relies on */
/* A pointer of the program's own that is stored in the library's memory comes back as any pointer: what is written through it is not lost. */
#include <assert.h>
#include <netdb.h>

int own = 1;

int main(void)
{
    struct hostent *host = gethostbyname("localhost");
    if (!host)
        return 0;
    host->h_addr_list[40] = (char *)&own;
    *host->h_addr_list[40] = 0;
    assert(own == 1);
    return 0;
}
