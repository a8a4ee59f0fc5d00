/* heddle: race=UNKNOWN; engines: explore wide auto; options: --undefined=assume; reason: a signal that ends waiting|pairs of accesses are open|time limit */
/* A signal ends nanosleep early, whatever its handler does: then it writes how much time is left. */
#include <pthread.h>
#include <signal.h>
#include <time.h>

static struct timespec whole = {1, 0}, left;

static void handler(int signal) { (void)signal; }

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
    signal(SIGUSR1, handler);
    pthread_create(&one, NULL, sleeper, NULL);
    pthread_create(&other, NULL, reader, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}
