/* heddle: reach=UNKNOWN; reason: a compound assignment to an atomic _Bool */
/* 1 + 1 is 1 for a _Bool; clang 19 writes 2. */
#include <assert.h>
#include <stdatomic.h>

static struct state { int n; _Atomic _Bool set; } s = {.set = 1};

int main(void)
{
    struct state *p = &s;
    p->set += p->n + 1;
    assert(p->set == 1);
    return 0;
}
