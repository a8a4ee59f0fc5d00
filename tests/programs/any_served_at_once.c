/* heddle: reach=TRUE; engines: auto monotone */
/* How many connections are served at once, with any number of threads: never negative, since there are far fewer threads than an int can count. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct connection {
    int number;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int served;

static void *serve(void *argument)
{
    struct connection *c = argument;
    int number = c->number;
    free(c);
    pthread_mutex_lock(&mutex);
    served++;
    assert(served >= 1);
    pthread_mutex_unlock(&mutex);
    (void)number;
    pthread_mutex_lock(&mutex);
    served--;
    assert(served >= 0);
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void)
{
    int number;
    while ((number = getchar()) != EOF) {
        pthread_t t;
        struct connection *c = malloc(sizeof *c);
        if (!c)
            return 1;
        c->number = number;
        pthread_create(&t, NULL, serve, c);
        pthread_detach(t);
    }
    return 0;
}
