/* heddle: race=TRUE; engines: auto */
/* Two threads read the environment, which was changed before. */
#include <pthread.h>
#include <stdlib.h>

static void *look(void *unused)
{
    return getenv("A") ? unused : NULL;
}

int main(void)
{
    pthread_t t;
    setenv("A", "b", 1);
    pthread_create(&t, NULL, look, NULL);
    int found = getenv("B") != NULL;
    pthread_join(t, NULL);
    unsetenv("A");
    return found;
}
