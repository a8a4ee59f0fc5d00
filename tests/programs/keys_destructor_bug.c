/* heddle: reach=FALSE race=FALSE; engines: explore bounded */
/* Two threads end at the same time: their destructors run concurrently. */
#include <assert.h>
#include <threads.h>

static tss_t key;
static int ended;

static void count(void *unused)
{
    (void)unused;
    ended++;
}

static int thread(void *value)
{
    tss_set(key, value);
    return 0;
}

int main(void)
{
    thrd_t a, b;
    tss_create(&key, count);
    thrd_create(&a, thread, &ended);
    thrd_create(&b, thread, &ended);
    thrd_join(a, 0);
    thrd_join(b, 0);
    assert(ended == 2);
    return 0;
}
