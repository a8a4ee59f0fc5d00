/* heddle: race=TRUE; engines: wide; options: --undefined=assume */
/* A new object is made known by an atomic store that orders what was written to it before; other atomic accesses need not. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct s { int x; };
static _Atomic(struct s *) g;
static atomic_long calls;
static void *reader(void *a)
{
    atomic_fetch_add_explicit(&calls, 1, memory_order_relaxed);
    struct s *q = atomic_load_explicit(&g, memory_order_acquire);
    if (q)
        return (void *)(long)q->x;
    return 0;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, reader, 0);
    struct s *p = malloc(sizeof *p);
    p->x = 1;
    atomic_store_explicit(&g, p, memory_order_release);
    pthread_join(t, 0);
    return 0;
}
