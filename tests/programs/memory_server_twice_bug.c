/* heddle: memory=FALSE; engines: auto */
/* As memory_server.c, but main frees the block, too, now and then. */
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct connection {
    int socket, number;
};

static void *serve(void *argument)
{
    struct connection *c = argument;
    volatile int both = (c->socket & 7) + (c->number & 7);
    (void)both;
    free(c);
    return NULL;
}

int main(void)
{
    int number = 0;
    while (__VERIFIER_nondet_int()) {
        struct connection *c = malloc(sizeof *c);
        pthread_t t;
        if (!c)
            break;
        c->socket = __VERIFIER_nondet_int();
        c->number = number++ & 63;
        if (pthread_create(&t, NULL, serve, c) != 0) {
            free(c);
            break;
        }
        pthread_detach(t);
        if (number == 3)
            free(c);
    }
    pthread_exit(NULL);
}
