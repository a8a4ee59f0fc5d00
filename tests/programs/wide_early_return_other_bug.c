/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* Who was not let in goes on, and the others do not. */
#include <pthread.h>
#include <stdlib.h>
struct node { struct node *next; int key, value; };
static struct node *head;
static int closed, count;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int enter(void)
{
    pthread_mutex_lock(&m);
    if (closed) {
        pthread_mutex_unlock(&m);
        return -1;
    }
    return 0;
}
static void put(int key, int value)
{
    if (enter() == 0)
        return;
    for (struct node *n = head; n; n = n->next)
        if (n->key == key) {
            n->value = value;
            pthread_mutex_unlock(&m);
            return;
        }
    struct node *made = malloc(sizeof *made);
    made->key = key;
    made->value = value;
    made->next = head;
    head = made;
    count++;
    pthread_mutex_unlock(&m);
}
static void *work(void *number)
{
    put(*(int *)number, 1);
    return NULL;
}
int main(void)
{
    pthread_t t[2];
    int number = 3;
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, &number);
    pthread_mutex_lock(&m);
    closed = 1;
    pthread_mutex_unlock(&m);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
