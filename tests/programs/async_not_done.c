/* heddle: reach=TRUE; engines: explore */
/* What the creator of a labelled call sees: the argument arrives, and the flag comes after the value. */
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
    number = 8;
    if (x == 1)
        assert(got == 7);
    return 0;
}
