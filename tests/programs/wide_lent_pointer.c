/* heddle: race=TRUE; engines: wide; options: --undefined=assume */
/* A server remembers all connections in an array: the address of the variable that holds the new one is only lent to who puts it there. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct connection { pthread_t id; int done, number; char *buffer; };
struct list { size_t used, room, each; char *items; };
static struct list all = {0, 0, sizeof(struct connection *), NULL};
static int add(struct list *l, const void *item)
{
    if (l->used == l->room) {
        char *more = realloc(l->items, (l->room + 16) * l->each);
        if (!more)
            return 0;
        l->items = more;
        l->room += 16;
    }
    memcpy(l->items + l->used++ * l->each, item, l->each);
    return 1;
}
static int begin(struct connection **made, int number)
{
    *made = calloc(1, sizeof **made);
    for (int k = 0; *made && k < 10; k++)
        number += k % 3;
    if (*made)
        (*made)->number = number;
    return *made != NULL;
}
static void *serve(void *p)
{
    struct connection *c = p;
    c->number++;
    c->buffer = malloc(100);
    if (c->buffer)
        c->buffer[3] = 1;
    return NULL;
}
int main(void)
{
    for (int k = 0; k < 1000; k++) {
        struct connection *c;
        if (!begin(&c, k))
            break;
        if (!add(&all, &c)) {
            free(c);
            break;
        }
        c->done = 0;
        if (pthread_create(&c->id, NULL, serve, c))
            break;
    }
    return 0;
}
