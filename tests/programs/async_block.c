/* heddle: reach=TRUE; engines: explore bounded */
/* A block in a branch as a thread: its local variables are copies of the creator's as they were at its start. */
#include <assert.h>

int done, sum;

int main(void)
{
    int a = 3, b = 4, list[3] = {1, 2, 3};
    const char *text = "xy";
    if (a)
__CPROVER_ASYNC_block: {
        int own = a + b;
        for (int k = 0; k < 3; k++)
            list[k] += own;
        if (own == 7)
            sum = list[2] + text[1];
        done = 1;
    }
    else
        assert(0);
    assert(a == 3);
    a = 100, b = 100, list[2] = 100, text = "";
    if (done)
        assert(sum == 10 + 'y');
    return 0;
}
