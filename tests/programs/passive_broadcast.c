/* heddle: reach=TRUE; engines: monotone predicate */
/* A broadcast to the variables of all other threads (Fig. 29 of Kaiser's thesis), of any number of them: who was told can rely on the flag. */
#include <assert.h>

_Bool s;
_Thread_local _Bool l;

static void thread(void)
{
    assert(!l || s);
    s = 1;
__CPROVER_passive_broadcast:
    l = 1;
}

int main(void)
{
    while (1) {
        __CPROVER_ASYNC_01: thread();
    }
}
