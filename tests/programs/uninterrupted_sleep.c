/* heddle: race=TRUE; engines: explore auto */
/* Nothing ends nanosleep early in a program without handlers: what is left is not written. */
#include <pthread.h>
#include <time.h>

static struct timespec whole = {1, 0}, left;

static void *sleeper(void *unused)
{
    nanosleep(&whole, &left);
    return unused;
}

static void *reader(void *unused)
{
    (void)unused;
    return left.tv_sec ? &left : NULL;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, NULL, sleeper, NULL);
    pthread_create(&other, NULL, reader, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}
