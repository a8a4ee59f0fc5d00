/* heddle: reach=TRUE; engines: explore */
/* What atexit was given runs at the end, the last one first. */
#include <assert.h>
#include <stdlib.h>

static int order;

static void first(void) { assert(order == 2); }

static void second(void)
{
    assert(order == 1);
    order = 2;
}

int main(void)
{
    assert(atexit(first) == 0 && atexit(second) == 0);
    assert(order == 0);
    order = 1;
    return 0;
}
