/* heddle: race=FALSE; engines: auto */
/* The last user writes what all have read, but has not acquired. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int users = 2;
static int data;

static void *work(void *p)
{
    int seen = data;
    if (atomic_fetch_sub_explicit(&users, 1, memory_order_release) == 1)
        data = seen + 1;
    return p;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, work, 0);
    pthread_create(&u, 0, work, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
