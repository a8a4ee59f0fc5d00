/* heddle: deadlock=TRUE; engines: wide; options: --undefined=assume */
/* Each object has a lock, and never two of them are held. */
#include <pthread.h>
#include <stdlib.h>
struct node {
    pthread_mutex_t lock;
    int value;
};
static struct node *one, *two;
static void move(struct node *from, struct node *to)
{
    pthread_mutex_lock(&from->lock);
    int value = from->value;
    from->value = 0;
    pthread_mutex_unlock(&from->lock);
    pthread_mutex_lock(&to->lock);
    to->value += value;
    pthread_mutex_unlock(&to->lock);
}
static void *f(void *unused)
{
    move(one, two);
    return unused;
}
static void *g(void *unused)
{
    move(two, one);
    return unused;
}
static struct node *new_node(void)
{
    struct node *n = calloc(1, sizeof *n);
    pthread_mutex_init(&n->lock, 0);
    return n;
}
int main(void)
{
    pthread_t t, u;
    one = new_node();
    two = new_node();
    pthread_create(&t, 0, f, 0);
    pthread_create(&u, 0, g, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
