/* A thread that works, and another that writes what the first can live with. BUG: something else. */
#include <assert.h>
#include <pthread.h>

static int x;

static void *worker(void *a)
{
    x = 1;
    assert(x != 3);
    return a;
}

static void *intruder(void *a)
{
    x = 2 + BUG;
    return a;
}

int main(void)
{
    pthread_t id;
    pthread_create(&id, 0, worker, 0);
    pthread_create(&id, 0, intruder, 0);
    return 0;
}
