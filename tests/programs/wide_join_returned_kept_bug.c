/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* The id of a thread is not always kept: the join waits for an older one. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static int shared, quit;
static pthread_t source, sink;
static void *entry(void *f)
{
    ((void (*)(void))f)();
    return NULL;
}
static pthread_t start(void (*f)(void))
{
    pthread_t t;
    int err = pthread_create(&t, NULL, entry, f);
    if (err != 0) {
        fprintf(stderr, "no thread: %d\n", err);
        exit(1);
    }
    return t;
}
static void read_all(void) { shared++; }
static void write_all(void) { quit++; }
static void finish(void)
{
    pthread_join(source, NULL);
    pthread_join(sink, NULL);
}
static void round_of(int i)
{
    shared = i;
    quit = i;
    pthread_t t = start(read_all);
    if (i != 1)
        source = t;
    sink = start(write_all);
    finish();
    shared++;
    quit++;
}
int main(int argc, char **argv)
{
    for (int i = 0; i < argc; i++)
        round_of(argc);
    return 0;
}
