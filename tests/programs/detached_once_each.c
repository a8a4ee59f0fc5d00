/* heddle: reach=TRUE race=TRUE; engines: auto */
/* Any number of threads, each detached once: by itself, by the id in its own record, or by that in a variable that is used again. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct connection {
    pthread_t thread;
    int number;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int last;

static void set(int value)
{
    pthread_mutex_lock(&lock);
    last = value;
    assert(last == value);
    pthread_mutex_unlock(&lock);
}

static void *detaches_itself(void *argument)
{
    pthread_detach(pthread_self());
    set(1);
    return argument;
}

static void *serve(void *argument)
{
    struct connection *c = argument;
    set(c->number);
    return NULL;
}

static void *plain(void *argument)
{
    set(3);
    return argument;
}

int main(void)
{
    pthread_t a;
    while (__VERIFIER_nondet_int()) {
        pthread_create(&a, NULL, detaches_itself, NULL);
        struct connection *c = malloc(sizeof *c);
        c->number = 2;
        pthread_create(&c->thread, NULL, serve, c);
        pthread_detach(c->thread);
        if (pthread_create(&a, NULL, plain, NULL) == 0)
            pthread_detach(a);
    }
    return 0;
}
