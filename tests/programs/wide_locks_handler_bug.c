/* heddle: locks=UNKNOWN; engines: wide; options: --undefined=assume; reason: uses of locks are open */
/* A handler runs in the middle of the thread that holds the lock. */
#include <pthread.h>
#include <signal.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;
static void handle(int number)
{
    (void)number;
    pthread_mutex_lock(&m);
    count++;
    pthread_mutex_unlock(&m);
}
int main(void)
{
    signal(SIGINT, handle);
    pthread_mutex_lock(&m);
    count++;
    pthread_mutex_unlock(&m);
    return 0;
}
