/* heddle: race=FALSE; engines: auto */
/* The last user frees what all have used; the counter is relaxed. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct shared {
    atomic_int users;
    int a, b;
};

static void *work(void *p)
{
    struct shared *s = p;
    int seen = s->a + s->b;
    if (atomic_fetch_sub_explicit(&s->users, 1, memory_order_relaxed) == 1)
        free(s);
    return (void *)(long)seen;
}

int main(void)
{
    pthread_t t, u;
    struct shared *s = malloc(sizeof *s);
    atomic_init(&s->users, 2);
    s->a = s->b = 1;
    pthread_create(&t, 0, work, s);
    pthread_create(&u, 0, work, s);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
