/* heddle: reach=TRUE; engines: monotone */
/* Indices of nested loops stay in range; the last one is shared. */
#include "any.h"
static int last;

static void *thread(void *argument)
{
    for (int i = 0; i < 4; i++)
        for (int j = i; j < 6; j++)
            for (int k = j; k < 8; k++) {
                last = k;
                assert(last >= 0 && last < 8);
            }
    return argument;
}
