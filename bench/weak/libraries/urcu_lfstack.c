/* liburcu-dev: PUSH
 * The lock-free stack of liburcu: two threads push, main takes all of it at once, twice. BROKEN: a number is written after it was pushed. */
#define _LGPL_SOURCE
#include <assert.h>
#include <pthread.h>
#include <urcu/lfstack.h>

struct item {
    struct cds_lfs_node node; /* first: a node is its item */
    int value;
};

static struct __cds_lfs_stack stack;
static struct item one, two;
static int sum;

static void *push_one(void *unused)
{
    one.value = 1;
    cds_lfs_push(&stack, &one.node);
    return unused;
}

static void *push_two(void *unused)
{
#ifdef BROKEN
    cds_lfs_push(&stack, &two.node);
    two.value = 2;
#else
    two.value = 2;
    cds_lfs_push(&stack, &two.node);
#endif
    return unused;
}

static void take(void)
{
    struct cds_lfs_head *head = __cds_lfs_pop_all(&stack);
    for (struct cds_lfs_node *n = head ? &head->node : 0; n; n = n->next)
        sum += ((struct item *)n)->value;
}

int main(void)
{
    pthread_t a, b;
    __cds_lfs_init(&stack);
    cds_lfs_node_init(&one.node);
    cds_lfs_node_init(&two.node);
    pthread_create(&a, 0, push_one, 0);
    pthread_create(&b, 0, push_two, 0);
    take();
    pthread_join(a, 0);
    pthread_join(b, 0);
    take();
    assert(sum == 3);
    return 0;
}
