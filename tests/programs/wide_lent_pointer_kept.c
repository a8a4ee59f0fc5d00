/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* Who got the address of a local variable keeps it, and somebody else puts another record there: both threads have the same one. */
#include <pthread.h>
#include <stdlib.h>
struct record { int number; };
static struct record common;
static struct record **kept;
static void keep(struct record **p, int n)
{
    if (n)
        keep(p, n - 1);
    else
        kept = p;
}
static void change(int n)
{
    if (n)
        change(n - 1);
    else
        *kept = &common;
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
        keep(&r, 3);
        change(3);
        pthread_create(&id, NULL, serve, r);
    }
    pthread_exit(NULL);
}
