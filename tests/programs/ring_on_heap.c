/* heddle: reach=TRUE race=TRUE memory=TRUE overflow=TRUE locks=TRUE */
/* A ring of three slots on the heap, with one who puts and one who gets; indices go back to 0 at its end. */
#include <pthread.h>
#include <assert.h>
#include <stdlib.h>
#define CAP 3
struct ring {
    int *slot;
    int head, tail, count;
    pthread_mutex_t m;
    pthread_cond_t more, less;
};
static struct ring r = {.m = PTHREAD_MUTEX_INITIALIZER, .more = PTHREAD_COND_INITIALIZER, .less = PTHREAD_COND_INITIALIZER};
static void put(int x)
{
    pthread_mutex_lock(&r.m);
    while (r.count == CAP)
        pthread_cond_wait(&r.less, &r.m);
    r.slot[r.head] = x;
    if (++r.head == CAP)
        r.head = 0;
    r.count++;
    pthread_cond_signal(&r.more);
    pthread_mutex_unlock(&r.m);
}
static int get(void)
{
    pthread_mutex_lock(&r.m);
    while (r.count == 0)
        pthread_cond_wait(&r.more, &r.m);
    int x = r.slot[r.tail];
    if (++r.tail == CAP)
        r.tail = 0;
    r.count--;
    pthread_cond_signal(&r.less);
    pthread_mutex_unlock(&r.m);
    return x;
}
static void *producer(void *a)
{
    for (int i = 0; i < 5; i++)
        put(i);
    return a;
}
int main(void)
{
    pthread_t t;
    r.slot = malloc(CAP * sizeof *r.slot);
    if (!r.slot)
        return 1;
    pthread_create(&t, NULL, producer, NULL);
    for (int i = 0; i < 5; i++) {
        int x = get();
        assert(x == i);
    }
    pthread_join(t, NULL);
    free(r.slot);
    return 0;
}
