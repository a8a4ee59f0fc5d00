/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* What main reads is what it has put there in the round before: the thread has that table. */
#include <pthread.h>
#include <stdlib.h>

struct row {
    int count, sum;
};

static struct row *table;

static void *work(void *rows)
{
    struct row *row = rows;
    row->sum += row->count;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    struct row *old = malloc(sizeof *old), *next = malloc(sizeof *next);
    pthread_create(&thread, NULL, work, old);
    table = next;
    for (int i = 0; i < 100; i++) {
        table->sum = i;
        struct row *read = table;
        table = old;
        old = read;
    }
    pthread_join(thread, NULL);
}
