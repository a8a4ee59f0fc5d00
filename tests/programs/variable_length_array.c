/* heddle: reach=TRUE race=TRUE; engines: explore */
/* An array whose length is computed, and alloca. */
#include <alloca.h>
#include <assert.h>

static int sum_to(int n)
{
    int a[n], *b = alloca(2 * sizeof(int)), sum = 0;
    b[0] = b[1] = n;
    for (int i = 0; i < n; i++)
        a[i] = i;
    for (int i = 0; i < n; i++)
        sum += a[i];
    return sum + b[0] - b[1];
}

int main(void)
{
    int n = 3;
    assert(sum_to(n) == 3);
    return 0;
}
