/* heddle: reach=TRUE; engines: explore */
/* switch with fall-through and default, goto into and out of loops. */
#include <assert.h>

static int classify(int n)
{
    int r = 0;
    switch (n) {
    case -1:
        return -10;
    case 1:
    case 2:
        r = 1; /* fall through */
    case 3:
        r += 2;
        break;
    case 4000000:
        r = 7;
        break;
    default:
        r = 9;
    }
    return r;
}

int main(void)
{
    assert(classify(-1) == -10 && classify(1) == 3 && classify(2) == 3 && classify(3) == 2);
    assert(classify(4000000) == 7 && classify(0) == 9);
    int i = 0, steps = 0;
again:
    steps++;
    while (i < 5) {
        i++;
        if (i == 3)
            goto again;
        if (i == 4)
            goto out;
    }
    assert(0);
out:
    assert(i == 4 && steps == 2);
    return 0;
}
