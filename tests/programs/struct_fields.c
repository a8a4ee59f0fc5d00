/* heddle: reach=TRUE race=TRUE; engines: explore */
/* Nested structs, copied, passed and returned by value; two threads use different fields. */
#include <assert.h>
#include <pthread.h>

struct inner {
    char c;
    int n;
};
struct outer {
    struct inner left, right;
    int *where;
};
struct outer shared;

static struct inner twice(struct inner i)
{
    i.n *= 2;
    return i;
}

static void *left(void *unused)
{
    shared.left.n = 5;
    shared.left = twice(shared.left);
    return unused;
}

int main(void)
{
    pthread_t t;
    shared.where = &shared.right.n;
    pthread_create(&t, NULL, left, NULL);
    *shared.where = 6;
    shared.right.c = 'r';
    pthread_join(t, NULL);
    struct outer copy = shared;
    assert(copy.left.n == 10 && copy.right.n == 6 && copy.right.c == 'r' && copy.left.c == 0);
    return 0;
}
