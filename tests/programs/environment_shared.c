/* heddle: race=UNKNOWN; engines: explore; reason: environment */
/* Two threads that write to the text of one environment variable race: nothing may be proved, though no schedule shows it. */
#include <pthread.h>
#include <stdlib.h>

static void *shorten(void *unused)
{
    char *home = getenv("HOME");
    if (home)
        home[0] = 0;
    return unused;
}

int main(void)
{
    pthread_t id;
    pthread_create(&id, NULL, shorten, NULL);
    shorten(NULL);
    pthread_join(id, NULL);
    return 0;
}
