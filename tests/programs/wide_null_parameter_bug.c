/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* One of the callers of strtol does want to know where the number ends, in memory that a thread uses. */
#include <pthread.h>
#include <stdlib.h>

static int count;
static char text[8];
static char *end = text;

static void *work(void *unused)
{
    count += *end;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    long more = atoi(text) + strtol(text, &end, 10);
    pthread_join(t, NULL);
    return count + (int)more;
}
