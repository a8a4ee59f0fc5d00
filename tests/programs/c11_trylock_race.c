/* heddle: reach=FALSE race=FALSE locks=FALSE; engines: explore */
/* mtx_trylock's result misread: thrd_busy is taken for success. */
#include <assert.h>
#include <threads.h>

mtx_t m;
int inside;

static int thread(void *unused)
{
    (void)unused;
    if (mtx_trylock(&m) != thrd_error) {
        inside++;
        assert(inside == 1);
        inside--;
        mtx_unlock(&m);
    }
    return 0;
}

int main(void)
{
    thrd_t a, b;
    mtx_init(&m, mtx_plain);
    thrd_create(&a, thread, NULL);
    thrd_create(&b, thread, NULL);
    thrd_join(a, NULL);
    thrd_join(b, NULL);
    return 0;
}
