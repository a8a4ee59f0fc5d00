/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* What sscanf reads is written where its arguments point to, whether the conversion is modelled or not: the width of a floating-point number. */
#include <pthread.h>
#include <stdio.h>

static double share;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *read_share(void *text)
{
    sscanf(text, "%4lf", &share);
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t one, other;
    if (argc < 2)
        return 1;
    pthread_create(&one, NULL, read_share, argv[1]);
    pthread_create(&other, NULL, read_share, argv[1]);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}
