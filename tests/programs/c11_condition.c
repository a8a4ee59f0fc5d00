/* heddle: reach=TRUE race=TRUE locks=TRUE; engines: explore; options: -m32 */
/* C11 condition variables, and a recursive mutex. */
#include <assert.h>
#include <threads.h>

mtx_t m;
cnd_t c;
int stage;

static int thread(void *unused)
{
    (void)unused;
    mtx_lock(&m);
    mtx_lock(&m);
    stage = 1;
    mtx_unlock(&m);
    stage = 2;
    cnd_broadcast(&c);
    mtx_unlock(&m);
    return 0;
}

int main(void)
{
    thrd_t t;
    mtx_init(&m, mtx_plain | mtx_recursive);
    cnd_init(&c);
    thrd_create(&t, thread, NULL);
    mtx_lock(&m);
    assert(stage != 1);
    while (stage == 0)
        cnd_wait(&c, &m);
    assert(stage == 2);
    mtx_unlock(&m);
    return 0;
}
