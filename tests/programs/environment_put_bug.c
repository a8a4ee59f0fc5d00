/* heddle: race=FALSE; engines: explore bounded */
/* putenv changes the environment in which another thread looks for the time zone. */
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static char setting[] = "TZ=UTC";

static void *changer(void *unused)
{
    putenv(setting);
    return unused;
}

int main(void)
{
    pthread_t t;
    struct tm result;
    time_t now = 0;
    pthread_create(&t, NULL, changer, NULL);
    localtime_r(&now, &result);
    pthread_join(t, NULL);
    return 0;
}
