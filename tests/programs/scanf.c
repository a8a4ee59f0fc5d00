/* heddle: reach=FALSE; engines: bounded */
/* What is read may be anything; what is not read stays. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int x = 1;
    short h = 2;
    int n = scanf("%d %hd", &x, &h);
    assert(n >= -1 && n <= 2);
    if (n < 1)
        assert(x == 1);
    if (n < 2)
        assert(h == 2);
    assert(x != 77);
    return 0;
}
