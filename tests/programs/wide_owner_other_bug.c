/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* The id that is looked for is another thread's. */
#include <pthread.h>
#include <stdlib.h>

struct record {
    pthread_t id;
    int count;
    struct record *next;
};

static struct record *table;
static pthread_rwlock_t guard = PTHREAD_RWLOCK_INITIALIZER;

static struct record *find(pthread_t id)
{
    struct record *r = table;
    while (r) {
        if (r->id == id)
            break;
        r = r->next;
    }
    return r;
}

static void enter(void)
{
    struct record *r = malloc(sizeof *r);
    if (!r)
        return;
    pthread_rwlock_wrlock(&guard);
    r->id = pthread_self();
    r->count = 0;
    r->next = table;
    table = r;
    pthread_rwlock_unlock(&guard);
}

static pthread_t chief;

static void count(void)
{
    pthread_rwlock_rdlock(&guard);
    struct record *r = find(chief);
    if (r)
        r->count++;
    pthread_rwlock_unlock(&guard);
}

static void *run(void *unused)
{
    enter();
    count();
    count();
    return unused;
}

int main(void)
{
    pthread_t first, second;
    chief = pthread_self();
    enter();
    pthread_create(&first, NULL, run, NULL);
    pthread_create(&second, NULL, run, NULL);
    count();
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
