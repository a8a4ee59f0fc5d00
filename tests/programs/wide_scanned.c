/* heddle: race=TRUE; engines: wide; options: --undefined=assume */
/* How sscanf reads numbers does not matter to races: what a model does not know of that (0x without digits, a width) forbids nothing. MB_CUR_MAX is a function. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static double share;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *read_share(void *text)
{
    double own;
    long number;
    if (sscanf(text, "%4lf %li", &own, &number) == 2) {
        pthread_mutex_lock(&lock);
        share += own;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t one, other;
    if (argc < 2 || MB_CUR_MAX > 6)
        return 1;
    pthread_create(&one, NULL, read_share, argv[1]);
    pthread_create(&other, NULL, read_share, argv[1]);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}
