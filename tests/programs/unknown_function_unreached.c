/* heddle: reach=TRUE; engines: explore */
/* What is never called does no harm. */
#include <assert.h>

int mystery(int);
int x = 1;

int main(void)
{
    if (x == 2)
        x = mystery(3);
    assert(x == 1);
    return 0;
}
