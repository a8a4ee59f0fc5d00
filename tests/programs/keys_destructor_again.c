/* heddle: reach=TRUE race=TRUE; engines: explore bounded */
/* pthread_exit runs destructors too; one that sets the value again runs again; that of a deleted key does not run, and
 * neither does main's when main returns. */
#include <assert.h>
#include <pthread.h>

static pthread_key_t key, deleted;
static int runs;

static void again(void *value)
{
    assert(!pthread_getspecific(key));
    assert((int *)value == &runs);
    if (++runs < 3)
        pthread_setspecific(key, value);
}

static void never(void *value)
{
    assert(!value);
}

static void *thread(void *unused)
{
    pthread_setspecific(deleted, &runs);
    pthread_setspecific(key, &runs);
    pthread_exit(unused);
}

int main(void)
{
    pthread_t t;
    pthread_key_create(&key, again);
    pthread_key_create(&deleted, never);
    pthread_key_delete(deleted);
    pthread_setspecific(deleted, &runs);
    pthread_create(&t, NULL, thread, NULL);
    pthread_join(t, NULL);
    assert(runs == 3);
    pthread_setspecific(key, &runs);
    return 0;
}
