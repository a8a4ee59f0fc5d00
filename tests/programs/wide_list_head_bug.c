/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* The head of a list is no element of it, but its link is where that of the element around it would be: who writes that of the last element may write the head. */
#include <pthread.h>
#include <stddef.h>
struct link { struct link *next; };
struct node { long value; struct link link; };
static struct link head = {&head};
static struct node one;
static void *work(void *unused)
{
    struct node *last = (struct node *)((char *)head.next - offsetof(struct node, link));
    last->link.next = 0;
    return unused;
}
int main(int argc, char **argv)
{
    pthread_t a;
    (void)argv;
    if (argc > 1) {
        one.link.next = &head;
        head.next = &one.link;
    }
    pthread_create(&a, NULL, work, NULL);
    int empty = head.next == 0;
    pthread_join(a, NULL);
    return empty;
}
