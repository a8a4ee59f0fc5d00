/* heddle: reach=TRUE; engines: explore bounded */
/* qsort and bsearch call the user's comparison. */
#include <assert.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    short x = *(const short *)a, y = *(const short *)b;
    return (x > y) - (x < y);
}

short a[4] = {300, -5, 7, 300};

int main(void)
{
    short key = 7, none = 8;
    qsort(a, 4, sizeof *a, compare);
    assert(a[0] == -5 && a[1] == 7 && a[2] == 300 && a[3] == 300);
    assert(bsearch(&key, a, 4, sizeof *a, compare) == &a[1]);
    assert(!bsearch(&none, a, 4, sizeof *a, compare));
    return 0;
}
