/* heddle: memory=FALSE overflow=TRUE; engines: auto */
/* References are counted, but one less than there are: a thread uses what is freed. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct object {
    atomic_int refs;
    int data;
};
static struct object *make(int n)
{
    struct object *o = malloc(sizeof *o);
    atomic_init(&o->refs, n);
    o->data = 7;
    return o;
}
static void put(struct object *o)
{
    if (atomic_fetch_sub(&o->refs, 1) == 1)
        free(o);
}
static void *worker(void *arg)
{
    struct object *o = arg;
    int x = o->data;
    put(o);
    return (void *)(long)x;
}
int main(void)
{
    pthread_t t[2];
    struct object *o = make(2);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, o);
    put(o);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
