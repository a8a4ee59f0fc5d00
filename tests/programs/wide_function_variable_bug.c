/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* The variable may hold another function, which returns the same memory each time. */
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void *(*get)(size_t) = malloc;
static long shared;
static void *same(size_t unused) { return unused ? &shared : NULL; }
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
    if (__VERIFIER_nondet_int())
        get = same;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    return 0;
}
