/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* A function puts the first table back, which the thread has, before main writes. */
#include <pthread.h>
#include <stdlib.h>

struct row {
    int count, sum;
};

static struct row *table, *first;

static void restore(int n)
{
    if (n > 3)
        restore(n - 1);
    table = first;
}

static void *work(void *rows)
{
    struct row *row = rows;
    row->sum += row->count;
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t thread;
    (void)argv;
    table = malloc(4 * sizeof *table);
    first = table;
    table->count = 1;
    pthread_create(&thread, NULL, work, table);
    table = malloc(8 * sizeof *table);
    restore(argc);
    table->sum = argc;
    pthread_join(thread, NULL);
}
