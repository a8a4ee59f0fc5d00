/* heddle: reach=TRUE; engines: explore bounded */
/* A weak symbol that nobody defines is null; one that the program or the C library defines is not. */
#include <assert.h>
#include <stdlib.h>

__attribute__((weak)) int hook(int);
extern __attribute__((weak)) int setting;
__attribute__((weak)) int standard(void) { return 4; }
extern __attribute__((weak)) long random(void);
static int (*table[])(int) = {hook, hook};

int main(void)
{
    int n = 1;
    if (hook)
        n = hook(n);
    if (&setting)
        n += setting;
    assert(n == 1 && hook == NULL && table[1] == NULL);
    assert(random != NULL && standard() == 4);
    return 0;
}
