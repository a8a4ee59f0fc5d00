/* heddle: reach=UNKNOWN; engines: explore; reason: a function that '(tsearch|twalk)' calls back */
/* The library calls a function before it returns: what is so without that call is not a violation. (Natively the assertion holds.) */
#include <assert.h>
#include <search.h>
static int number = 1, visits;
static void *root;
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void visit(const void *node, VISIT which, int depth) { (void)node, (void)which, (void)depth; visits++; }
int main(void)
{
    tsearch(&number, &root, compare);
    twalk(root, visit);
    assert(visits == 1);
    return 0;
}
