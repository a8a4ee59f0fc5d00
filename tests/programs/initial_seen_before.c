/* heddle: reach=FALSE; engines: explore bounded auto */
/* What main sets a variable to is not its initial value if somebody looks at it before: main itself here. */
#include <assert.h>
#include <pthread.h>

static _Atomic int x = 1, copy;

static void *thread(void *unused)
{
    assert(copy == x);
    return unused;
}

int main(void)
{
    pthread_t id;
    copy = x;
    x = 2;
    pthread_create(&id, 0, thread, 0);
    pthread_join(id, 0);
}
