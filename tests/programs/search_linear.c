/* heddle: reach=TRUE; engines: explore bounded */
/* lfind, lsearch and qsort_r call the comparison, which is told what the caller gives. */
#define _GNU_SOURCE
#include <assert.h>
#include <search.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static int compare_by(const void *a, const void *b, void *sign) { return *(int *)sign * compare(a, b); }

int main(void)
{
    int all[4] = {3, 1, 2}, key = 1, new = 7, down = -1;
    size_t n = 3;
    assert(lfind(&key, all, &n, sizeof *all, compare) == &all[1] && lfind(&new, all, &n, sizeof *all, compare) == NULL);
    assert(lsearch(&new, all, &n, sizeof *all, compare) == &all[3] && n == 4 && all[3] == 7);
    qsort_r(all, n, sizeof *all, compare_by, &down);
    assert(all[0] == 7 && all[1] == 3 && all[2] == 2 && all[3] == 1);
    return 0;
}
