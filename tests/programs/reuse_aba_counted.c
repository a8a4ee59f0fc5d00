/* heddle: reach=TRUE; engines: explore */
/* A lock-free stack whose top has a number of changes beside the address: an old top that comes back has another number. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
    struct node *next;
};
struct top {
    struct node *node;
    unsigned changes;
};
static struct top top;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct top look(void)
{
    pthread_mutex_lock(&lock);
    struct top t = top;
    pthread_mutex_unlock(&lock);
    return t;
}

/* A compare-and-swap of two words. */
static int exchange(struct top old, struct node *node)
{
    pthread_mutex_lock(&lock);
    int same = top.changes == old.changes;
    if (same)
        top = (struct top){node, old.changes + 1};
    pthread_mutex_unlock(&lock);
    return same;
}

static void push(struct node *n)
{
    struct top t;
    do {
        t = look();
        n->next = t.node;
    } while (!exchange(t, n));
}

static struct node *pop_once(void)
{
    struct top t = look();
    if (!t.node)
        return NULL;
    struct node *next = t.node->next;
    return exchange(t, next) ? t.node : NULL;
}

static void *popper(void *unused)
{
    pop_once();
    return unused;
}

int main(void)
{
    pthread_t t;
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b), *c;
    push(b);
    push(a);
    pthread_create(&t, NULL, popper, NULL);
    a = pop_once();
    b = pop_once();
    free(a);
    c = malloc(sizeof *c);
    push(c);
    pthread_join(t, NULL);
    assert(!b || top.node != b);
    return 0;
}
