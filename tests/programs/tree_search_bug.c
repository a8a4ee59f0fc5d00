/* heddle: reach=FALSE; engines: explore */
/* Keys that are found again are not put into the tree: there are three, not four. */
#include <assert.h>
#include <search.h>
#include <stddef.h>

static int nodes;

static int compare(const void *a, const void *b)
{
    return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b);
}

static void visit(const void *node, VISIT when, int depth)
{
    (void)node, (void)depth;
    nodes += when == preorder || when == leaf;
}

int main(void)
{
    static int keys[] = {3, 1, 2, 1};
    void *root = NULL;
    for (int i = 0; i < 4; i++)
        tsearch(&keys[i], &root, compare);
    twalk(root, visit);
    assert(nodes == 4);
    return 0;
}
