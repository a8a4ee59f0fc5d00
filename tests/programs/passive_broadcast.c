/* heddle: reach=UNKNOWN; engines: explore monotone bounded flow; options: --timeout=6; reason: __CPROVER_passive_broadcast|time limit */
/* A broadcast to the variables of all other threads (Fig. 29 of Kaiser's thesis) is not taken for an assignment to the own. */
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
