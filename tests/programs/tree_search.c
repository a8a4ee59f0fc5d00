/* heddle: reach=TRUE memory=TRUE; engines: auto */
/* A tree of tsearch: equal keys are found, a walk comes in order with glibc's depths, what is deleted is gone. */
#include <assert.h>
#include <search.h>
#include <stddef.h>

static int last = -1, sum, deepest;

static int compare(const void *a, const void *b)
{
    return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b);
}

static void visit(const void *node, VISIT when, int depth)
{
    int key = **(int *const *)node;
    if (when != postorder && when != leaf)
        return;
    assert(key > last);
    last = key;
    sum += key;
    deepest = depth > deepest ? depth : deepest;
}

static void release(void *key) { sum -= *(int *)key; }

int main(void)
{
    static int keys[] = {3, 1, 2, 1, 4, 5};
    void *root = NULL;
    for (int i = 0; i < 6; i++)
        assert(**(int **)tsearch(&keys[i], &root, compare) == keys[i]);
    twalk(root, visit);
    assert(sum == 15 && deepest == 2);
    int key = 2, none = 9;
    int **found = tfind(&key, &root, compare);
    assert(found && *found == &keys[2] && !tfind(&none, &root, compare));
    assert(tdelete(&key, &root, compare) && !tdelete(&key, &root, compare) && !tfind(&key, &root, compare));
    tdestroy(root, release);
    assert(sum == 2);
    return 0;
}
