/* heddle: reach=FALSE; engines: monotone */
/* The bound is tested before the lock is taken. */
#include "any.h"
static int lock, level;

static void *thread(void *argument)
{
    for (int i = 0; i < 3; i++)
        if (level < 2) {
            acquire(&lock);
            level++;
            assert(level <= 2);
            release(&lock);
        }
    return argument;
}
