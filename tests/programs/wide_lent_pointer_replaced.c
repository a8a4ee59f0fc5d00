/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* Who gets the address of a local variable puts another record there: both threads have the same one. */
#include <pthread.h>
#include <stdlib.h>
struct record { int number; };
static struct record common;
static void replace(struct record **p, int n)
{
    if (n)
        replace(p, n - 1);
    else
        *p = &common;
}
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
        replace(&r, 3);
        pthread_create(&id, NULL, serve, r);
    }
    pthread_exit(NULL);
}
