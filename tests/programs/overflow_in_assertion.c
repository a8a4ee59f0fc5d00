/* heddle: overflow=TRUE; engines: explore */
/* An assertion that holds; its operations count, too. */
#include <assert.h>
#include <limits.h>

int main(void)
{
    volatile int x = INT_MAX - 1;
    assert(x + 1 > 0);
    return 0;
}
