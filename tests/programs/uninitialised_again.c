/* heddle: reach=FALSE; engines: explore */
/* A large local variable is arbitrary again at the second call: what the first call left must not be trusted. */
#include <assert.h>

static int leave(int i)
{
    unsigned char a[100];
    int found = a[i];
    a[i] = 7;
    return found;
}

int main(void)
{
    int last = 0;
    for (int i = 0; i < 2; i++)
        last = leave(50);
    assert(last == 7);
    return 0;
}
