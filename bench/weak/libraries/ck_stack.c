/* libck-dev: BATCH:race
 * The stack of Concurrency Kit: two threads push, main takes all of it at once, twice. BROKEN: a number is written after it was pushed. */
#include <assert.h>
#include <ck_stack.h>
#include <pthread.h>

struct item {
    ck_stack_entry_t entry; /* first: an entry is its item */
    int value;
};

static ck_stack_t stack = CK_STACK_INITIALIZER;
static struct item one, two;
static int sum;

static void *push_one(void *unused)
{
    one.value = 1;
    ck_stack_push_upmc(&stack, &one.entry);
    return unused;
}

static void *push_two(void *unused)
{
#ifdef BROKEN
    ck_stack_push_upmc(&stack, &two.entry);
    two.value = 2;
#else
    two.value = 2;
    ck_stack_push_upmc(&stack, &two.entry);
#endif
    return unused;
}

static void take(void)
{
    for (ck_stack_entry_t *e = ck_stack_batch_pop_upmc(&stack); e; e = e->next)
        sum += ((struct item *)e)->value;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, push_one, 0);
    pthread_create(&b, 0, push_two, 0);
    take();
    pthread_join(a, 0);
    pthread_join(b, 0);
    take();
    assert(sum == 3);
    return 0;
}
