/* heddle: memory=TRUE overflow=TRUE; engines: explore */
/* Whoever finds no object yet does nothing. */
#include <pthread.h>
#include <stdlib.h>

struct thing {
    int value;
};
static struct thing *thing;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *use(void *unused)
{
    pthread_mutex_lock(&lock);
    if (thing)
        thing->value++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, use, NULL);
    pthread_mutex_lock(&lock);
    thing = malloc(sizeof *thing);
    thing->value = 0;
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    free(thing);
    return 0;
}
