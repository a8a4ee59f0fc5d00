/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* The library need not call the function that it is given: one that never returns is not the end of the program. */
#include <pthread.h>
#include <search.h>
#include <stdlib.h>
static int shared;
static int never(const void *a, const void *b) { exit(a == b); }
static void *work(void *unused) { shared = 1; return unused; }
int main(void)
{
    size_t none = 0;
    int key = 0, base[1] = {0};
    pthread_t t;
    lfind(&key, base, &none, sizeof key, never);
    pthread_create(&t, NULL, work, NULL);
    shared = 2;
    pthread_join(t, NULL);
    return 0;
}
