/* heddle: reach=FALSE; engines: explore bounded */
/* That main has labels whose addresses are taken does not keep functions from running at its end. */
#include <assert.h>
#include <stdlib.h>

static int reached;

static void at_end(void) { assert(reached == 0); }

int main(void)
{
    static void *const ways[] = {&&first, &&second};
    atexit(at_end);
    __asm__(".p2align 4");
    goto *ways[1];
first:
    return 1;
second:
    reached = 2;
    return 0;
}
