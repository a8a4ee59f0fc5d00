/* heddle: reach=UNKNOWN; engines: random; options: --undefined=assume --random-work=200000; reason: relies|drawn */
/* What is looked at before it is read is the same both times. */
#include <assert.h>
#include <sys/socket.h>

int main(void)
{
    char a = 0, b = 0;
    int connection = socket(AF_INET, SOCK_STREAM, 0);
    if (recv(connection, &a, 1, MSG_PEEK) == 1 && recv(connection, &b, 1, 0) == 1)
        assert(a == b);
    return 0;
}
