/* heddle: reach=TRUE; engines: bounded explore */
/* A floating-point result that decides where something is written. */
#include <assert.h>

double d = 2.5;
int a[2], i;

int main(void)
{
    i = (int)(d * 2) & 1;
    a[i] = 1;
    assert(a[1] == 1);
    return 0;
}
