/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* A function for the end of the program runs in the thread that ends it, beside main. */
#include <pthread.h>
#include <stdlib.h>
static int value;
static void last(void) { value++; }
static void *work(void *unused) { exit(0); return unused; }
int main(void)
{
    pthread_t a;
    atexit(last);
    pthread_create(&a, NULL, work, NULL);
    value--;
    pthread_join(a, NULL);
    return 0;
}
