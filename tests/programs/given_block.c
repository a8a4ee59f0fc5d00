/* heddle: race=TRUE reach=TRUE; engines: auto */
/* A thread for every connection, each with a block of its own from malloc that it frees: main writes the block before it creates the thread. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct connection {
    int file, sum;
};

int total;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *serves(void *argument)
{
    struct connection *c = argument;
    c->sum = c->file + 1;
    assert(c->sum == c->file + 1);
    pthread_mutex_lock(&m);
    total += c->sum;
    pthread_mutex_unlock(&m);
    free(c);
    return 0;
}

int main(void)
{
    for (;;) {
        struct connection *c = malloc(sizeof *c);
        pthread_t t;
        c->file = __VERIFIER_nondet_int() & 255;
        if (c->file == 0) {
            free(c);
            continue;
        }
        if (pthread_create(&t, 0, serves, c))
            free(c);
        else
            pthread_detach(t);
    }
}
