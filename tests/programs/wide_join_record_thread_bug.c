/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* The thread itself puts another record there. */
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
    if (argument)
        writer = argument;
    return argument;
}

static struct record *launch(void)
{
    struct record *r = malloc(sizeof *r);
    if (!r)
        abort();
    pthread_create(&r->id, NULL, work, all);
    r->done = 0;
    r->next = all;
    all = r;
    return r;
}

static void wait_for(struct record *r)
{
    pthread_join(r->id, NULL);
    all = r->next;
    free(r);
}

static void once(void)
{
    writer = launch();
    wait_for(writer);
    writer = NULL;
}

int main(int argc, char **argv)
{
    (void)argv;
    for (int k = 0; k < argc; k++) {
        total = k;
        once();
        total++;
    }
    return total;
}
