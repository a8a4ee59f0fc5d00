/* heddle: race=TRUE; engines: wide; options: --undefined=assume */
/* wide_list_head.c with the distance written as the address of a member of nothing: it is a number. */
#include <pthread.h>
#include <stdlib.h>
struct link { struct link *next; };
struct node { long value; struct link link; };
static struct { struct link head; long count; } all = {{&all.head}, 0};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct node *around(struct link *l) { return (struct node *)((char *)l - (unsigned long)&((struct node *)0)->link); }
static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    for (struct node *n = around(all.head.next); &n->link != &all.head; n = around(n->link.next))
        n->value++;
    struct node *n = malloc(sizeof *n);
    n->value = 0;
    n->link.next = all.head.next;
    all.head.next = &n->link;
    pthread_mutex_unlock(&lock);
    return unused;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    all.count = 2;
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return (int)all.count;
}
