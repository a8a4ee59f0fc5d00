/* heddle: reach=FALSE; engines: explore */
/* A tenth is another number in each width. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    double x = 0;
    long double l = 0;
    assert(sscanf("0.1 0.1", "%lf%Lf", &x, &l) == 2);
    assert(x == l);
    return 0;
}
