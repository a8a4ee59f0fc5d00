/* heddle: race=FALSE; engines: explore auto; options: --undefined=assume --entry push --entry size */
/* A library without main: one of its functions forgets the lock. */
#include <pthread.h>
struct node { struct node *next; };
static struct node *top;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;
void push(struct node *n)
{
    pthread_mutex_lock(&lock);
    n->next = top;
    top = n;
    count++;
    pthread_mutex_unlock(&lock);
}
int size(void) { return count; }
