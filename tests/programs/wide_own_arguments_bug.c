/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* Two procedures run in both kinds of threads, with the same locks: one accesses the thread's own argument, and the other one what all have. */
#include <pthread.h>
#include <stdlib.h>
static int *common;
static void own(int *p, int n)
{
    ++*p;
    if (n > 0)
        own(p, n - 1);
}
static void every(int n)
{
    ++*common;
    if (n > 0)
        every(n - 1);
}
static void *work(void *p)
{
    own(p, 1);
    every(1);
    return NULL;
}
int main(void)
{
    pthread_t ids[4];
    for (volatile int i = 0; i < 4; i++) {
        int *p = malloc(sizeof *p);
        *p = 0;
        common = p;
        pthread_create(&ids[i & 3], NULL, work, p);
    }
    return 0;
}
