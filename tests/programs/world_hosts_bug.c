/* heddle: reach=FALSE; engines: explore bounded */
/* Whether a name is known is up to the world. */
#include <assert.h>
#include <netdb.h>

int main(void)
{
    assert(gethostbyname("example.org"));
    return 0;
}
