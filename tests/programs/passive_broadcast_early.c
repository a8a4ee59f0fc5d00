/* heddle: reach=FALSE; engines: explore bounded */
/* The twin of passive_broadcast.c: the flag is set after the broadcast, so that a thread can be told before it. */
#include <assert.h>

_Atomic _Bool s;
_Thread_local _Bool l;

static void thread(void)
{
    assert(!l || s);
__CPROVER_passive_broadcast:
    l = 1;
    s = 1;
}

int main(void)
{
    while (1) {
        __CPROVER_ASYNC_01: thread();
    }
}
