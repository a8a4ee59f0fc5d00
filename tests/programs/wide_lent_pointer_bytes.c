/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* The bytes of a local variable are read by an address that was made before another record was put there: both threads have the same one. */
#include <pthread.h>
#include <stdlib.h>
struct record { int number; };
static struct record common;
static struct record **another(struct record **p, int n) { return n ? another(p, n - 1) : p; }
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
        struct record *copy;
        char *to = (char *)another(&copy, 3), *from = (char *)&r;
        r = &common;
        for (unsigned i = 0; i < sizeof r; i++)
            to[i] = from[i];
        r = copy;
        pthread_create(&id, NULL, serve, r);
    }
    pthread_exit(NULL);
}
