/* heddle: reach=FALSE; engines: explore bounded */
/* The creator's variable is not the thread's: it never sees the change. Two threads of one loop have what it was then. */
#include <assert.h>

int first, second;

int main(void)
{
    int a = 3, seen = 0;
    for (int k = 1; k <= 2; k++) {
__CPROVER_ASYNC_1:
        if (k == 1)
            first = a;
        else
            second = a;
        a++;
    }
    if (first && second) {
        seen = first == 3 && second == 4;
        assert(!seen);
    }
    return 0;
}
