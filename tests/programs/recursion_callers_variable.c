/* heddle: reach=FALSE; engines: explore */
/* A callee that is given the address of a local variable changes that of its caller. */
#include <assert.h>
static void down(int n, int *out)
{
    int here = n;
    if (n == 0) {
        *out += 1;
        return;
    }
    down(n - 1, &here);
    *out += here;
}
int main(void)
{
    int total = 0;
    down(3, &total);
    assert(total == 4);
}
