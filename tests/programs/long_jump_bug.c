/* heddle: reach=FALSE; engines: explore bounded */
/* The last assertion counts one jump too few. */
#include <assert.h>
#include <setjmp.h>

static jmp_buf first, second;
static volatile int steps;

static void leave(jmp_buf to, int value)
{
    steps++;
    longjmp(to, value);
}

static int deeper(int n)
{
    if (n > 2)
        leave(first, n);
    return n;
}

int main(void)
{
    volatile int rounds = 0;
    int value = setjmp(first);
    if (value == 0) {
        assert(deeper(2) == 2 && steps == 0);
        deeper(7);
        assert(0);
    }
    assert(value == 7 && steps == 1);
    switch (setjmp(second)) {
    case 0: leave(second, 0); /* gives 1 */
    case 1:
        if (++rounds < 3)
            leave(second, 1);
        break;
    default: assert(0);
    }
    assert(rounds == 3 && steps == 3);
    return 0;
}
