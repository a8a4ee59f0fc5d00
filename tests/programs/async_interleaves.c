/* heddle: reach=FALSE; engines: explore monotone bounded */
/* A labelled call runs in a thread of its own, with its argument, while the creator goes on. */
#include <assert.h>

int x, got;

static void set(int value)
{
    got = value;
    x = 1;
}

int main(void)
{
    int number = 7;
__CPROVER_ASYNC_1:
    set(number);
    if (x == 1)
        assert(got != 7);
    return 0;
}
