/* heddle: reach=TRUE; engines: monotone */
/* The stack with compare-and-swap. */
#include "any.h"
#define CELLS 1000
static unsigned top, next_free = 1;

static void *thread(void *argument)
{
    while (1) {
        unsigned cell = next_free, old;
        if (cell + 1 > CELLS || !swap(&next_free, cell, cell + 2))
            continue;
        do
            old = top;
        while (!swap(&top, old, cell));
        assert(top != 0 && cell < CELLS);
    }
    return argument;
}
