/* heddle: race=FALSE; engines: auto */
/* C11 7.27.3: localtime need not avoid data races with other calls of it. */
#include <pthread.h>
#include <time.h>

static const time_t begin;

static void *look(void *argument)
{
    localtime(&begin);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, look, NULL);
    localtime(&begin);
    pthread_join(thread, NULL);
    return 0;
}
