/* heddle: reach=TRUE; engines: explore bounded flow */
/* A thread that ends runs the destructors of its keys before a join returns. */
#include <assert.h>
#include <pthread.h>

pthread_key_t key;
int destroyed;

static void destroy(void *unused)
{
    (void)unused;
    destroyed = 1;
}

static void *thread(void *unused)
{
    pthread_setspecific(key, &destroyed);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_key_create(&key, destroy);
    pthread_create(&t, NULL, thread, NULL);
    pthread_join(t, NULL);
    assert(destroyed);
    return 0;
}
