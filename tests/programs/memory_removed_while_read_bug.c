/* heddle: memory=FALSE overflow=TRUE; engines: auto */
/* An element that can still be found is freed behind the lock. */
#include <pthread.h>
#include <stdlib.h>
struct entry {
    struct entry *next;
    int key;
};
static struct entry *table;
static pthread_rwlock_t guard = PTHREAD_RWLOCK_INITIALIZER;
static void *looks(void *p)
{
    int *found = p;
    pthread_rwlock_rdlock(&guard);
    for (struct entry *e = table; e; e = e->next)
        *found += e->key == 1;
    pthread_rwlock_unlock(&guard);
    return NULL;
}
static void *removes(void *p)
{
    pthread_rwlock_wrlock(&guard);
    struct entry *e = table;
    if (e)
        table = e->next;
    pthread_rwlock_unlock(&guard);
    pthread_rwlock_rdlock(&guard);
    if (e)
        e->next = NULL;
    pthread_rwlock_unlock(&guard);
    if (table)
        free(table);
    free(e);
    return p;
}
int main(void)
{
    pthread_t a, b;
    int found = 0;
    for (int i = 0; i < 2; i++) {
        struct entry *e = malloc(sizeof *e);
        if (!e)
            abort();
        e->key = i;
        e->next = table;
        table = e;
    }
    pthread_create(&a, NULL, looks, &found);
    pthread_create(&b, NULL, removes, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return found;
}
