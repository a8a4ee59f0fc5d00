/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* Two threads read files into the same memory. */
#include <pthread.h>
#include <unistd.h>

static char mine[64];

static void *work(void *unused)
{
    if (read(0, mine, sizeof mine) < 0)
        return NULL;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    if (read(0, mine, sizeof mine) < 0)
        return 1;
    pthread_join(t, NULL);
    return mine[0];
}
