/* heddle: race=FALSE; engines: auto */
/* A relaxed flag in a recursive function orders nothing. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int data;

static void *first(void *p)
{
    data = 42;
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return p;
}

static int wait(int rounds)
{
    return atomic_load_explicit(&ready, memory_order_relaxed) ? data : rounds > 2 ? 0 : wait(rounds + 1);
}

static void *second(void *p)
{
    return wait(0) ? p : 0;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, first, 0);
    pthread_create(&u, 0, second, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
