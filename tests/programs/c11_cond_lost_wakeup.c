/* heddle: deadlock=FALSE; engines: explore bounded */
/* C11: the signal may come before the wait. */
#include <threads.h>

mtx_t m;
cnd_t c;
int ready;

static int waiter(void *unused)
{
    (void)unused;
    mtx_lock(&m);
    if (ready < 2)
        cnd_wait(&c, &m);
    mtx_unlock(&m);
    return 0;
}

int main(void)
{
    thrd_t t;
    mtx_init(&m, mtx_plain);
    cnd_init(&c);
    thrd_create(&t, waiter, 0);
    mtx_lock(&m);
    ready = 1;
    cnd_signal(&c);
    mtx_unlock(&m);
    thrd_join(t, 0);
    return 0;
}
