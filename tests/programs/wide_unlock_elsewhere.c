/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pointers of which nothing is known */
/* A lock that the program does not show is given back by who may not hold it: that is none of the program's own locks, which still protect. */
#include <pthread.h>
struct entry {
    long number;
    pthread_mutex_t mutex;
};
struct table {
    struct entry *entry;
};
extern struct table *table;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long count;
static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&table->entry->mutex);
    count++;
    pthread_mutex_unlock(&lock);
    return unused;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
