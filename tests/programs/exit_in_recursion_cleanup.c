/* heddle: reach=TRUE; engines: explore */
/* A thread ends inside of a recursive function: what it gives is joined, and the cleanup handler of its caller has run once. Another thread runs a function that calls itself. */
#include <assert.h>
#include <pthread.h>

struct node {
    struct node *left, *right;
    long value;
};

static int cleaned;

static long sum(struct node *n)
{
    if (!n)
        return 0;
    if (n->value < 0)
        pthread_exit((void *)-1L);
    return n->value + sum(n->left) + sum(n->right);
}

static void clean(void *p) { ++*(int *)p; }

static void *thread(void *p)
{
    long s;
    pthread_cleanup_push(clean, &cleaned);
    s = sum(p);
    pthread_cleanup_pop(0);
    return (void *)s;
}

static void *product(void *p)
{
    long n = (long)p;
    return n <= 1 ? (void *)1L : (void *)(n * (long)product((void *)(n - 1)));
}

int main(void)
{
    struct node bad = {0, 0, -4}, parent = {&bad, 0, 2}, leaf = {0, 0, 5};
    pthread_t t, u;
    void *result;
    pthread_create(&t, NULL, thread, &parent);
    pthread_create(&u, NULL, product, (void *)4L);
    pthread_join(t, &result);
    assert((long)result == -1 && cleaned == 1);
    pthread_join(u, &result);
    assert((long)result == 24);
    pthread_create(&t, NULL, thread, &leaf);
    pthread_join(t, &result);
    assert((long)result == 5 && cleaned == 1);
    return 0;
}
