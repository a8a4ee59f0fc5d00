/* heddle: overflow=FALSE; engines: bounded */
/* The least number has no negative. */
extern int __VERIFIER_nondet_int(void);
#include <limits.h>

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < INT_MIN)
        x = 0;
    return -x < 0;
}
