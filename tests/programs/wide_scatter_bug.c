/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* readv writes what the elements of its argument point to. */
#include <pthread.h>
#include <sys/uio.h>
static char text[8];
static void *work(void *unused)
{
    struct iovec parts[1] = {{text, sizeof text}};
    readv(0, parts, 1);
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
