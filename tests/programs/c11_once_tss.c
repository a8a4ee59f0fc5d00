/* heddle: reach=TRUE race=TRUE; engines: explore */
/* call_once and tss_*. */
#include <assert.h>
#include <threads.h>

once_flag flag = ONCE_FLAG_INIT;
tss_t key;

static void initialise(void) { tss_create(&key, NULL); }

static int thread(void *argument)
{
    call_once(&flag, initialise);
    assert(tss_get(key) == NULL);
    tss_set(key, argument);
    thrd_yield();
    assert(tss_get(key) == argument);
    return 0;
}

int main(void)
{
    thrd_t a, b;
    int x, y;
    thrd_create(&a, thread, &x);
    thrd_create(&b, thread, &y);
    thrd_join(a, NULL);
    thrd_join(b, NULL);
    return 0;
}
