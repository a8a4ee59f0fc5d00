/* heddle: race=FALSE reach=TRUE; engines: explore */
/* That mtx_trylock fails tells nothing about what the holder of the lock did before: it may fail for no reason (C17). */
#include <threads.h>

static mtx_t m;
static int x, y;

static int holder(void *unused)
{
    (void)unused;
    x = 42;
    mtx_lock(&m);
    return 0;
}

static int waiter(void *unused)
{
    (void)unused;
    while (mtx_trylock(&m) == thrd_success)
        mtx_unlock(&m);
    y = x;
    return 0;
}

int main(void)
{
    thrd_t a, b;
    mtx_init(&m, mtx_plain);
    thrd_create(&a, holder, NULL);
    thrd_create(&b, waiter, NULL);
    thrd_join(a, NULL);
    thrd_join(b, NULL);
    return 0;
}
