/* heddle: reach=UNKNOWN; engines: explore bounded modular cartesian flow; reason: undefined: access outside any object */
/* Reads a constant array behind its end, on one path. */
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

static const int table[2] = {1, 1};

static int get(const int *p, int k) { return p[k]; }

int main(void)
{
    int y = 1;
    if (__VERIFIER_nondet_bool())
        y = get(table, 5);
    assert(y == 1);
    return 0;
}
