/* heddle: reach=TRUE; engines: explore */
/* C99's inline without static: a definition all the same. */
#include <assert.h>

inline int twice(int x) { return 2 * x; }
extern int twice(int x);

int main(void)
{
    assert(twice(21) == 42);
    return 0;
}
