/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* A procedure sometimes creates a thread, and joins it only if there was one before. */
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

static void wait_for(struct record *r)
{
    pthread_join(r->id, NULL);
    all = r->next;
    free(r);
}

static void once(void)
{
    writer = launch();
    if (all->next)
        wait_for(writer);
}

static void sometimes(int n)
{
    int m = n;
    while (m > 1) {
        m = m % 2 ? 3 * m + 1 : m / 2;
        if (m % 7 == 3)
            m ^= n;
        if (m > 1000)
            m -= n * 3 + 1;
        if (m % 11 == 5)
            m = m * 5 / 3 - n;
        if (m > 5000 && m % 3)
            m /= n | 1;
    }
    if (m % 2)
        once();
}

int main(int argc, char **argv)
{
    (void)argv;
    for (int k = 0; k < argc; k++) {
        total = k;
        sometimes(k);
        total++;
    }
    return total;
}
