/* heddle: reach=FALSE; engines: explore bounded */
/* Two elements of an array of structures are copied at once, from a place that is known only at run time: pointers in both arrive. */
#include <assert.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

static int x, y, z;
static struct node {
    int *target;
    int number;
} nodes[4] = {{&x, 0}, {&x, 1}, {&y, 2}, {&z, 3}}, copy[2];

static void set(int *p) { *p = 1; }
static void (*actions[3])(int *) = {set, set, set}, (*copied[2])(int *);

int main(void)
{
    unsigned i = __VERIFIER_nondet_uint();
    if (i > 2)
        return 0;
    memcpy(copy, &nodes[i], sizeof copy);
    memcpy(copied, &actions[i % 2], sizeof copied);
    copied[1](copy[1].target);
    assert(copy[1].number == (int)i + 1 && x + y + z == 1);
    assert(z == 0);
    return 0;
}
