/* Two assertions. BUG: one of them fails. */
#include <assert.h>
#include <pthread.h>

static _Atomic int x, y;

static void *thread(void *a)
{
    x = 1;
    y = 1 + BUG;
    return a;
}

int main(void)
{
    pthread_t id;
    pthread_create(&id, 0, thread, 0);
    assert(x < 2);
    assert(y < 2);
    return 0;
}
