/* A recursive procedure: there is nothing to check such proofs with. BUG: the assertion fails. */
#include <assert.h>
#include <pthread.h>

static int x;

static int sum(int n) { return n > 0 ? 1 + sum(n - 1) : 0; }

static void *thread(void *a)
{
    x = sum(2);
    return a;
}

int main(void)
{
    pthread_t id;
    pthread_create(&id, 0, thread, 0);
    assert(x < 3 - BUG);
    return 0;
}
