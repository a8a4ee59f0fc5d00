/* heddle: reach=TRUE; engines: monotone */
/* Two variables that change together. */
#include "any.h"
static int lock;
static unsigned a, b;

static void *thread(void *argument)
{
    while (1) {
        acquire(&lock);
        assert(a == b);
        a++;
        b++;
        release(&lock);
    }
    return argument;
}
