/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: of which nothing is known|pairs of accesses are open */
/* An address that is null plus a number that somebody reads is not null. */
#include <pthread.h>
#include <stdio.h>

static int count;

static void put(char *base, unsigned long at) { base[at] = 1; }

static void *work(void *unused)
{
    count++;
    return unused;
}

int main(void)
{
    pthread_t t;
    unsigned long at = 0;
    if (scanf("%lu", &at) != 1)
        return 1;
    pthread_create(&t, NULL, work, NULL);
    put(NULL, at);
    pthread_join(t, NULL);
    return count;
}
