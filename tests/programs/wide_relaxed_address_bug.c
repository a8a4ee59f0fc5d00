/* heddle: race=FALSE; engines: explore auto; options: --undefined=assume */
/* A new object is made known by a relaxed store: who reads it does not know of what was written to it before. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct s { int x; };
static _Atomic(struct s *) g;
static void *reader(void *a)
{
    struct s *q = atomic_load_explicit(&g, memory_order_relaxed);
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
    atomic_store_explicit(&g, p, memory_order_relaxed);
    pthread_join(t, 0);
    return 0;
}
