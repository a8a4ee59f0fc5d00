/* heddle: reach=TRUE; engines: explore */
/* A recursive function. */
#include <assert.h>

static int triangle(int n) { return n == 0 ? 0 : n + triangle(n - 1); }

int main(void)
{
    assert(triangle(4) == 10);
    return 0;
}
