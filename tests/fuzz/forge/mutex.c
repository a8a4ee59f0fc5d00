/* Two threads and a lock. BUG: main writes without it. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int inside, spare;

static void *thread(void *a)
{
    pthread_mutex_lock(&m);
    inside = 1;
    assert(inside == 1);
    inside = 0;
    pthread_mutex_unlock(&m);
    return a;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, thread, 0);
    pthread_create(&b, 0, thread, 0);
    *(BUG ? &inside : &spare) = 3;
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(inside == 0 && spare < 4);
    return 0;
}
