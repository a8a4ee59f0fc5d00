/* heddle: memory=TRUE overflow=TRUE; engines: auto */
/* Who closes last frees; the counter tells who that is. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct conn {
    int *buffer;
    atomic_int open;
};
static struct conn *c;
static void *closes(void *p)
{
    if (atomic_fetch_sub(&c->open, 1) == 1)
        free(c->buffer);
    return p;
}
int main(void)
{
    pthread_t a, b;
    c = malloc(sizeof *c);
    if (!c)
        return 1;
    c->buffer = malloc(4);
    atomic_init(&c->open, 2);
    pthread_create(&a, NULL, closes, NULL);
    pthread_create(&b, NULL, closes, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(c);
    return 0;
}
