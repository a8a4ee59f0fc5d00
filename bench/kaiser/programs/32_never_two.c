/* heddle: reach=TRUE; engines: monotone */
/* The number two is never stored. */
#include "any.h"
static int x;

static void *thread(void *argument)
{
    int seen = x;
    if (seen == 0)
        x = 1;
    else if (seen == 1)
        x = 3;
    else if (seen == 2)
        assert(0);
    else
        x = 0;
    return argument;
}
