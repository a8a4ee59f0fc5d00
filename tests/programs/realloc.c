/* heddle: reach=TRUE; engines: explore bounded */
/* An array that grows and shrinks keeps what fits. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    short *p = realloc(NULL, 2 * sizeof *p), n = 2;
    p[0] = 7;
    p[1] = -300;
    while (n < 4) {
        p = realloc(p, (n + 1) * sizeof *p);
        p[n] = n;
        n++;
    }
    assert(p[0] == 7 && p[1] == -300 && p[2] == 2 && p[3] == 3);
    p = realloc(p, sizeof *p);
    assert(p[0] == 7);
    return 0;
}
