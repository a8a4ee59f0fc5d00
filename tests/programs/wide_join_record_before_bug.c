/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* A record is joined that no thread was created for in this round. */
#include <pthread.h>
#include <stdlib.h>

struct record {
    pthread_t id;
    int done;
    struct record *next;
};

static struct record *writer, *all;
static int total;

static void *work(void *argument)
{
    total++;
    return argument;
}

static struct record *launch(void)
{
    struct record *r = malloc(sizeof *r);
    if (!r)
        abort();
    pthread_create(&r->id, NULL, work, NULL);
    r->done = 0;
    r->next = all;
    all = r;
    return r;
}

static void once(int n)
{
    if (n % 2 || !writer)
        writer = launch();
    pthread_join(writer->id, NULL);
}

int main(int argc, char **argv)
{
    (void)argv;
    for (int k = 0; k < argc; k++) {
        total = k;
        once(k);
        total++;
    }
    return total;
}
