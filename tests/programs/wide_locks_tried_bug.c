/* heddle: locks=UNKNOWN; engines: wide; options: --undefined=assume; reason: uses of locks are open */
/* An attempt by a function that tells nobody has succeeded; with a limit of time it is one, too. */
#include <pthread.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int result;
static void attempt(void)
{
    struct timespec soon = {1, 0};
    result = pthread_mutex_timedlock(&m, &soon);
}
int main(void)
{
    attempt();
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}
