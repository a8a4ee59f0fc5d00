/* heddle: locks=UNKNOWN; engines: wide; options: --undefined=assume; reason: uses of locks are open */
/* One of the functions that may be called gives the lock back, the other one does not. */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void give(void) { pthread_mutex_unlock(&m); }
static void keep(void) {}
int main(int argc, char **argv)
{
    (void)argv;
    void (*f)(void) = argc > 1 ? give : keep;
    pthread_mutex_lock(&m);
    f();
    pthread_mutex_lock(&m);
    return 0;
}
