/* heddle: memory=FALSE; engines: auto; options: --rules=sv-comp */
/* By the rules of the competition free is no access for data races; but a use that does not happen before it is one of freed memory. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int done;
static int *a;

static void *user(void *p)
{
    *a = 1;
    atomic_store_explicit(&done, 1, memory_order_relaxed);
    return p;
}

static void *owner(void *p)
{
    while (!atomic_load_explicit(&done, memory_order_relaxed))
        ;
    free(a);
    return p;
}

int main(void)
{
    pthread_t s, t;
    a = malloc(sizeof *a);
    if (!a)
        return 1;
    pthread_create(&s, 0, user, 0), pthread_create(&t, 0, owner, 0);
    pthread_join(s, 0), pthread_join(t, 0);
    return 0;
}
