/* heddle: reach=TRUE; engines: monotone */
/* A stack of cells that are given out one after the other: after a push it is not empty. */
#include "any.h"
#define CELLS 1000
static unsigned top, next_free = 1;
static int lock;

static void *thread(void *argument)
{
    while (1) {
        unsigned cell = 0;
        acquire(&lock);
        if (next_free + 1 <= CELLS) {
            cell = next_free;
            next_free += 2;
        }
        release(&lock);
        if (!cell)
            continue;
        assert(cell < CELLS);
        acquire(&lock);
        top = cell;
        release(&lock);
        assert(top != 0);
    }
    return argument;
}
