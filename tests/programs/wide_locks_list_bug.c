/* heddle: locks=UNKNOWN; engines: wide; options: --undefined=assume; reason: uses of locks are open */
/* All locks of a list are taken, and that of the last element is given back: a value that means something else each time round. */
#include <pthread.h>
#include <stdlib.h>
struct node { pthread_mutex_t lock; struct node *next; };
int main(int argc, char **argv)
{
    (void)argv;
    struct node *all = NULL, *last = NULL;
    for (int i = 0; i < argc; i++) {
        struct node *n = malloc(sizeof *n);
        pthread_mutex_init(&n->lock, NULL);
        n->next = all;
        all = n;
    }
    for (struct node *n = all; n; n = n->next) {
        pthread_mutex_lock(&n->lock);
        last = n;
    }
    pthread_mutex_unlock(&last->lock);
    for (struct node *n = all; n; n = n->next)
        pthread_mutex_lock(&n->lock);
    return 0;
}
