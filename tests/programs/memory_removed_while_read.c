/* heddle: memory=TRUE overflow=TRUE; engines: auto */
/* A reader goes through a list under the lock; an element is freed when nobody can find it any more. */
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
