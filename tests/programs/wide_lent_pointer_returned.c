/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* Who gets the address of a local variable returns it, and another record is put there: both threads have the same one. */
#include <pthread.h>
#include <stdlib.h>
struct record { int number; };
static struct record common;
static struct record **same(struct record **p, int n) { return n ? same(p, n - 1) : p; }
static void *serve(void *p)
{
    ((struct record *)p)->number++;
    return NULL;
}
int main(void)
{
    pthread_t id;
    for (int k = 0; k < 2; k++) {
        struct record *r = malloc(sizeof *r);
        if (!r)
            return 1;
        *same(&r, 3) = &common;
        pthread_create(&id, NULL, serve, r);
    }
    pthread_exit(NULL);
}
