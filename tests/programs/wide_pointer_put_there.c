/* heddle: race=TRUE; engines: wide; options: --undefined=assume */
/* One variable leads to the first table, which is given to a thread, and then to a second one, which main fills while the thread runs. */
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
    table = malloc(8 * sizeof *table);
    for (int i = 0; i < 8; i++)
        table[i].count = argc;
    table[0].sum = table[1].count;
    pthread_join(thread, NULL);
}
