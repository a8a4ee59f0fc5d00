/* heddle: reach=FALSE; engines: explore bounded */
/* A function that ends without a return, after a loop with returns in it, gives an arbitrary value. */
#include <assert.h>

static int a[2] = {1, 2};

static int find(int x)
{
    for (int i = 0; i < 2; i++) {
        int here = a[i];
        if (here == x)
            return i;
    }
}

int main(void)
{
    assert(find(2) == 1);
    assert(find(3) != 77);
    return 0;
}
