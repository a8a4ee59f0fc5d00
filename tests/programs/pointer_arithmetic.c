/* heddle: reach=TRUE; engines: explore */
/* Pointers into arrays: sums, differences, comparisons, walks, pointers to pointers. */
#include <assert.h>

int a[5] = {10, 20, 30, 40, 50};

static void swap(int **p, int **q)
{
    int *t = *p;
    *p = *q;
    *q = t;
}

int main(void)
{
    int sum = 0;
    for (int *p = a; p != a + 5; p++)
        sum += *p;
    assert(sum == 150);
    int *low = &a[1], *high = a + 4;
    assert(high - low == 3 && low < high && *(high - 2) == 30 && low[-1] == 10);
    swap(&low, &high);
    assert(*low == 50 && *high == 20);
    char *bytes = (char *)a;
    assert(*(int *)(bytes + 2 * sizeof(int)) == 30);
    *low = 0;
    assert(a[4] == 0);
    return 0;
}
