/* heddle: memory=TRUE; engines: auto */
/* A local variable of one thread is used by another, which says by a release that it is done: its use happens before the end. */
#include <pthread.h>
#include <stdatomic.h>

static _Atomic(int *) where;
static atomic_int done;

static void *user(void *p)
{
    int *q = atomic_load_explicit(&where, memory_order_acquire);
    if (q) {
        *q = 1;
        atomic_store_explicit(&done, 1, memory_order_release);
    }
    return p;
}

static void *owner(void *p)
{
    int v;
    atomic_store_explicit(&where, &v, memory_order_release);
    while (!atomic_load_explicit(&done, memory_order_acquire))
        ;
    return p;
}

int main(void)
{
    pthread_t s, t;
    pthread_create(&s, 0, user, 0), pthread_create(&t, 0, owner, 0);
    pthread_join(s, 0), pthread_join(t, 0);
    return 0;
}
