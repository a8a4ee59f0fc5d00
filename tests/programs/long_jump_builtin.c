/* heddle: reach=TRUE; engines: explore */
/* gcc's own jumps, which are short. */
#include <assert.h>

static void *buffer[5];
static int steps;

static void dive(int n)
{
    steps++;
    if (!n)
        __builtin_longjmp(buffer, 1);
    dive(n - 1);
}

int main(void)
{
    if (__builtin_setjmp(buffer) == 0) {
        dive(2);
        assert(0);
    }
    assert(steps == 3);
    return 0;
}
