/* heddle: race=TRUE; engines: wide; options: --undefined=assume */
/* A server that joins connections which are done, found in a list, and frees what belonged to them. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct connection { pthread_t id; struct connection *next; atomic_int done; int number; };
static struct connection *all;
static void *serve(void *p)
{
    struct connection *c = p;
    c->number++;
    atomic_store(&c->done, 1);
    return NULL;
}
static void collect(void)
{
    struct connection **at = &all;
    while (*at) {
        struct connection *c = *at;
        if (atomic_load(&c->done)) {
            pthread_join(c->id, NULL);
            *at = c->next;
            c->number = 0;
            free(c);
        } else
            at = &c->next;
    }
}
int main(void)
{
    for (int k = 0; k < 1000; k++) {
        struct connection *c = malloc(sizeof *c);
        if (!c)
            break;
        collect();
        c->number = k;
        c->id = 0;
        atomic_init(&c->done, 0);
        c->next = all;
        all = c;
        if (pthread_create(&c->id, NULL, serve, c))
            break;
    }
    return 0;
}
