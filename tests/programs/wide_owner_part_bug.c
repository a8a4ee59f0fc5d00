/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* Half of an id is not another one for each thread. */
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
        if ((int)r->id == (int)id)
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

static void count(void)
{
    pthread_rwlock_rdlock(&guard);
    struct record *r = find(pthread_self());
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
    enter();
    pthread_create(&first, NULL, run, NULL);
    pthread_create(&second, NULL, run, NULL);
    count();
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
