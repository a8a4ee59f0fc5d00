/* heddle: reach=TRUE; engines: bounded */
/* As in glibc, malloc fails where more is asked for than an object may have, and otherwise not. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    char *p = n < 0 ? malloc((size_t)n) : NULL;
    assert(!p);
    assert(!calloc(SIZE_MAX / 2, 4));
    p = malloc(n & 1023);
    assert(p);
    assert(!realloc(p, SIZE_MAX));
    return 0;
}
