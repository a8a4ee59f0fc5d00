/* heddle: race=TRUE; engines: wide auto; options: --undefined=assume --entry push* --entry pop* --init setup */
/* A library without main: its functions are threads, any number of them, whose arguments are objects of their own. */
#include <pthread.h>
struct node { struct node *next; int value; };
static struct node *top;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;
void push(struct node *n)
{
    n->value++;
    pthread_mutex_lock(&lock);
    n->next = top;
    top = n;
    count++;
    pthread_mutex_unlock(&lock);
}
struct node *pop(void)
{
    pthread_mutex_lock(&lock);
    struct node *n = top;
    if (n) {
        top = n->next;
        count--;
    }
    pthread_mutex_unlock(&lock);
    return n;
}
void setup(int n) { count = n; }
