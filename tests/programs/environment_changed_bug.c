/* heddle: race=FALSE; engines: auto */
/* While one thread reads the environment another one changes it: POSIX asks that nobody does. */
#include <pthread.h>
#include <stdlib.h>

static void *change(void *unused)
{
    setenv("A", "b", 1);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, change, NULL);
    int found = getenv("B") != NULL;
    pthread_join(t, NULL);
    return found;
}
