/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* recvmsg writes through the pointers in the structures behind its argument. */
#include <pthread.h>
#include <sys/socket.h>
#include <sys/uio.h>
static char text[8];
static struct iovec part = {text, sizeof text};
static void *work(void *unused)
{
    struct msghdr m = {.msg_iov = &part, .msg_iovlen = 1};
    recvmsg(0, &m, 0);
    return unused;
}
int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    text[0] = 1;
    pthread_join(a, NULL);
    return 0;
}
