/* heddle: race=TRUE; engines: wide; options: --undefined=assume */
/* Threads read files into memory of their own each: what one call of read writes is not what another one writes. */
#include <pthread.h>
#include <unistd.h>

static char mine[64], yours[64];

static void *work(void *unused)
{
    if (read(0, yours, sizeof yours) < 0)
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
