/* heddle: reach=TRUE; engines: explore bounded */
/* Functions with the attribute destructor run when the program ends, behind those of atexit, the last one first. */
#include <assert.h>
#include <stdlib.h>

static int step;

__attribute__((constructor)) static void first(void)
{
    assert(step == 0);
    step = 1;
}
__attribute__((destructor)) static void third(void)
{
    assert(step == 4);
    step = 5;
}
__attribute__((destructor)) static void second(void)
{
    assert(step == 3);
    step = 4;
}
__attribute__((destructor(101))) static void last(void) { assert(step == 5); }
static void at_exit(void)
{
    assert(step == 2);
    step = 3;
}

int main(void)
{
    assert(step == 1);
    atexit(at_exit);
    step = 2;
    exit(0);
}
