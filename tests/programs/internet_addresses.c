/* heddle: reach=TRUE; engines: explore */
/* As glibc reads addresses. */
#include <arpa/inet.h>
#include <assert.h>

int main(void)
{
    struct in_addr a = {7};
    assert(inet_addr("127.0.0.1") == htonl(0x7f000001) && inet_addr("0x7f.1") == htonl(0x7f000001));
    assert(inet_addr("1.2.3") == htonl(0x01020003) && inet_addr("010.1.2.3 x") == htonl(0x08010203));
    assert(inet_addr("256.1.1.1") == INADDR_NONE && inet_addr("1.2.3.256") == INADDR_NONE && inet_addr("") == INADDR_NONE);
    assert(inet_addr("1.2.3.4.5") == INADDR_NONE && inet_addr("1.2.3.4x") == INADDR_NONE && inet_addr(" 1.2.3.4") == INADDR_NONE);
    assert(inet_addr("08.1") == INADDR_NONE && inet_addr("4294967296") == INADDR_NONE && inet_addr("1..2") == INADDR_NONE);
    assert(!inet_aton("host", &a) && a.s_addr == 7);
    assert(inet_aton("4294967295", &a) == 1 && a.s_addr == 0xffffffff);
    return 0;
}
