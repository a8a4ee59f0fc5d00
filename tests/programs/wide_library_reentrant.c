/* heddle: race=TRUE; engines: wide; options: --undefined=assume */
/* asctime_r writes where it is told. */
#include <pthread.h>
#include <time.h>
static void *work(void *unused)
{
    struct tm t = {0};
    char text[26];
    (void)asctime_r(&t, text);
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
