/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* wide_unlock_elsewhere.c, but the program has put its lock there: it may be the one that is given back. */
#include <pthread.h>
struct entry {
    long number;
    pthread_mutex_t mutex;
};
struct table {
    struct entry *entry;
};
extern struct table *table;
static struct entry own = {0, PTHREAD_MUTEX_INITIALIZER};
static long count;
static void *work(void *unused)
{
    pthread_mutex_lock(&own.mutex);
    count++;
    pthread_mutex_unlock(&table->entry->mutex);
    count++;
    return unused;
}
int main(void)
{
    pthread_t a, b;
    table->entry = &own;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
