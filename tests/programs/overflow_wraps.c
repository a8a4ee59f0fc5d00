/* heddle: reach=TRUE; engines: explore */
/* Integers wrap as compiled. */
#include <assert.h>
#include <limits.h>

unsigned char small = 250;
int top = INT_MAX;
unsigned zero;

int main(void)
{
    for (int i = 0; i < 10; i++)
        small++;
    assert(small == 4);
    zero--;
    assert(zero == UINT_MAX);
    top = top + 1;
    assert(top == INT_MIN);
    top = top * 2;
    assert(top == 0);
    return 0;
}
