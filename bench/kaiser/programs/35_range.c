/* heddle: reach=TRUE; engines: monotone */
/* A number between bounds that several functions move. */
#include "any.h"
static int lock, level = 10;

static void fill(void)
{
    acquire(&lock);
    if (level < 100)
        level++;
    release(&lock);
}

static void drain(void)
{
    acquire(&lock);
    if (level > 0)
        level--;
    release(&lock);
}

static void *thread(void *argument)
{
    while (1) {
        if (__VERIFIER_nondet_bool())
            fill();
        else
            drain();
        assert(level >= 0 && level <= 100);
    }
    return argument;
}
