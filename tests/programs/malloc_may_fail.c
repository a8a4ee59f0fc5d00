/* heddle: reach=TRUE memory=TRUE; engines: explore; options: --malloc=may-fail */
/* Whoever looks at what malloc returns has nothing to fear. */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    int *p = malloc(sizeof *p), *q = calloc(2, sizeof *q), *r;
    char *s = strdup("x");
    void *t = NULL;
    int failed = posix_memalign(&t, 64, 8);
    assert(failed == 0 || (failed == ENOMEM && !t));
    if (s)
        assert(s[0] == 'x');
    if (q)
        assert(q[1] == 0);
    if (p) {
        *p = 7;
        r = realloc(p, 2 * sizeof *p); /* if that fails, the old one is still there */
        assert(*(r ? r : p) == 7);
        free(r ? r : p);
    }
    if (!p || !q || !s)
        assert(errno == ENOMEM);
    free(q);
    free(s);
    free(t);
    return 0;
}
