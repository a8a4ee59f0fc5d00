/* heddle: memory=TRUE overflow=TRUE; engines: auto */
/* An array is made longer, which may move it, while others read it: under the lock for writing, nobody is reading. */
#include <pthread.h>
#include <stdlib.h>
static pthread_rwlock_t guard = PTHREAD_RWLOCK_INITIALIZER;
static int *items;
static size_t count;
static void *adds(void *p)
{
    pthread_rwlock_wrlock(&guard);
    int *larger = realloc(items, (count + 2) * sizeof *items);
    if (larger) {
        larger[count] = larger[count + 1] = 1;
        items = larger;
        count += 2;
    }
    pthread_rwlock_unlock(&guard);
    return p;
}
static void *sums(void *p)
{
    int *sum = p;
    pthread_rwlock_rdlock(&guard);
    for (size_t i = 0; i < count; i++)
        *sum += items[i];
    pthread_rwlock_unlock(&guard);
    return NULL;
}
int main(void)
{
    pthread_t a, b;
    int sum = 0;
    items = calloc(1, sizeof *items);
    if (!items)
        return 1;
    count = 1;
    pthread_create(&a, NULL, adds, NULL);
    pthread_create(&b, NULL, sums, &sum);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(items);
    return sum;
}
