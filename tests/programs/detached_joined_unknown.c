/* heddle: race=UNKNOWN reach=UNKNOWN; engines: explore auto; reason: undefined: a detached thread is joined */
/* It detaches itself. Nothing else is wrong, but to join it is undefined. */
#include <assert.h>
#include <threads.h>

mtx_t lock;
int count;

static int work(void *unused)
{
    (void)unused;
    thrd_detach(thrd_current());
    mtx_lock(&lock);
    count++;
    mtx_unlock(&lock);
    return 0;
}

int main(void)
{
    thrd_t worker;
    mtx_init(&lock, mtx_plain);
    thrd_create(&worker, work, NULL);
    thrd_join(worker, NULL);
    mtx_lock(&lock);
    assert(count <= 1);
    mtx_unlock(&lock);
    return 0;
}
