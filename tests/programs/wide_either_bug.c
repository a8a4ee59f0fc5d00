/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* Main may call both. */
#include <pthread.h>
static int shared;
static void *one(void *unused) { shared++; return unused; }
static void *two(void *unused) { shared--; return unused; }
static void first(void) { pthread_t t; pthread_create(&t, NULL, one, NULL); }
static void second(void) { pthread_t t; pthread_create(&t, NULL, two, NULL); }
int main(int argc, char **argv)
{
    if (argc > 1 && argv)
        first();
    if (argc > 2)
        second();
    return 0;
}
