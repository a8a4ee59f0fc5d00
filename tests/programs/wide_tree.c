/* heddle: race=TRUE; engines: wide; options: --undefined=assume */
/* A thread for each connection, which main has in a list: what a thread puts into its own one belongs to it. */
#include <pthread.h>
#include <stdlib.h>
struct connection {
    int number;
    char *buffer;
    pthread_t id;
    struct connection *next;
};
static struct connection *all;
static void *serve(void *argument)
{
    struct connection *c = argument;
    c->buffer = malloc(100);
    if (c->buffer) {
        c->buffer[0] = (char)c->number;
        c->number = c->buffer[0];
    }
    return NULL;
}
int main(int argc, char **argv)
{
    struct connection *before = NULL;
    for (int k = 0; k < argc; k++) {
        struct connection *c = malloc(sizeof *c);
        if (!c)
            return 1;
        c->next = all;
        all = c;
        c->number = k;
        pthread_create(&c->id, NULL, serve, c);
        before = c;
    }
    return before == NULL;
}
