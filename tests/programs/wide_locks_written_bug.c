/* heddle: locks=UNKNOWN; engines: wide; options: --undefined=assume; reason: uses of locks are open */
/* The lock is made anew while it is held. */
#include <pthread.h>
#include <string.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void)
{
    pthread_mutex_lock(&m);
    memset(&m, 0, sizeof m);
    pthread_mutex_unlock(&m);
    return 0;
}
