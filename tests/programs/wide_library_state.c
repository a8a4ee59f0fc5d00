/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* asctime has one buffer for all threads. */
#include <pthread.h>
#include <time.h>
static void *work(void *unused)
{
    struct tm t = {0};
    (void)asctime(&t);
    return unused;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
