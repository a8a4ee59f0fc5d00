/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* As wide_recursion.c, but a node is visited when its lock has been given back. */
#include <pthread.h>
#include <stdlib.h>
struct node { pthread_mutex_t lock; struct node *left, *right; int visits; };
static struct node *root;
static struct node *grow(int depth)
{
    struct node *n = malloc(sizeof *n);
    pthread_mutex_init(&n->lock, NULL);
    n->visits = 0;
    n->left = depth > 0 ? grow(depth - 1) : NULL;
    n->right = depth > 0 ? grow(depth - 1) : NULL;
    return n;
}
static void visit(struct node *n)
{
    if (!n)
        return;
    pthread_mutex_lock(&n->lock);
    pthread_mutex_unlock(&n->lock);
    n->visits++;
    visit(n->left);
    visit(n->right);
}
static void *walk(void *unused) { visit(root); return unused; }
int main(void)
{
    pthread_t a, b;
    root = grow(3);
    pthread_create(&a, NULL, walk, NULL);
    pthread_create(&b, NULL, walk, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return root->visits;
}
