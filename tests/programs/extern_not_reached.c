/* heddle: reach=TRUE race=TRUE; engines: auto */
/* A call that cannot be reached does not matter. */
#include <assert.h>

void unknown(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int() & 7;
    if (x > 7)
        unknown();
    assert(x < 8);
    return 0;
}
