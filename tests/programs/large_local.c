/* heddle: reach=TRUE; engines: explore */
/* A large local variable that is initialised as a whole each time. */
#include <assert.h>

static int last_of(int n)
{
    int a[100] = {0};
    a[n] = n;
    return a[n] + a[99 - n];
}

int main(void)
{
    for (int i = 1; i < 4; i++)
        assert(last_of(i) == i);
    return 0;
}
