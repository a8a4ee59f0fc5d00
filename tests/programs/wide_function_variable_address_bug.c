/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* The variable is set through its address. */
#include <pthread.h>
#include <stdlib.h>
static void *(*get)(size_t) = malloc;
static long shared;
static void *same(size_t unused) { return unused ? &shared : NULL; }
static void set(void *(**variable)(size_t)) { *variable = same; }
static void *work(void *unused)
{
    long *p = get(sizeof *p);
    if (p)
        ++*p;
    return unused;
}
int main(void)
{
    pthread_t a, b;
    set(&get);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    return 0;
}
