/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* Another thread puts the first table back, which a third one has, between main's storing a second one and reading that again. */
#include <pthread.h>
#include <stdlib.h>

struct row {
    int count, sum;
};

static struct row *table, *first;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *rows)
{
    struct row *row = rows;
    row->sum += row->count;
    return NULL;
}

static void *restore(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&mutex);
    table = first;
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void)
{
    pthread_t worker, other;
    struct row *made = malloc(4 * sizeof *table);
    first = made;
    pthread_create(&worker, NULL, work, made);
    pthread_create(&other, NULL, restore, NULL);
    made = malloc(8 * sizeof *table);
    pthread_mutex_lock(&mutex);
    table = made;
    pthread_mutex_unlock(&mutex);
    pthread_mutex_lock(&mutex);
    struct row *read = table;
    pthread_mutex_unlock(&mutex);
    read->sum = 1;
    pthread_join(worker, NULL);
    pthread_join(other, NULL);
}
