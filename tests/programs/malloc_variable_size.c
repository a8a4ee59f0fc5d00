/* heddle: reach=TRUE race=TRUE; engines: bounded */
/* Memory of a size that is computed, used up to its end and no further: by malloc, calloc and in a loop. */
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 3)
        return 0;
    int *a = malloc(n * sizeof *a);
    short *b = calloc(n, sizeof *b);
    for (int i = 0; i < n; i++)
        a[i] = i;
    assert(a[n - 1] == n - 1 && b[n - 1] == 0);
    for (int k = 1; k <= 2; k++) {
        char *c = malloc(n * k);
        c[n * k - 1] = (char)k;
        assert(c[n * k - 1] == k);
    }
    return 0;
}
