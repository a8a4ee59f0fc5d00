/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* The second table is only there if there are arguments: else main writes in the table of the thread. */
#include <pthread.h>
#include <stdlib.h>

struct row {
    int count, sum;
};

static struct row *table;

static void fill(int from, int n)
{
    for (int i = 0; i < n; i++)
        table[i].count = from + i;
}

static void *work(void *rows)
{
    struct row *row = rows;
    for (int i = 0; i < 4; i++)
        row[i].sum += row[i].count;
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t thread;
    (void)argv;
    table = malloc(4 * sizeof *table);
    fill(1, 4);
    pthread_create(&thread, NULL, work, table);
    if (argc > 1)
        table = malloc(8 * sizeof *table);
    for (int i = 0; i < 8; i++)
        table[i].count = argc;
    table[0].sum = table[1].count;
    pthread_join(thread, NULL);
}
