/* heddle: reach=TRUE; engines: explore bounded modular; options: --undefined assume */
/* Following a null pointer is undefined, and assumed not to happen. */
#include <assert.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = 3, *p = NULL, given = __VERIFIER_nondet_int();
    if (given)
        p = &x;
    *p = 4;
    assert(given && x == 4);
    return 0;
}
