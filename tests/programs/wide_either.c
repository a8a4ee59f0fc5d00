/* heddle: race=TRUE; engines: wide; options: --undefined=assume */
/* Threads of two procedures, of which main calls one only. */
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
    else
        second();
    return 0;
}
