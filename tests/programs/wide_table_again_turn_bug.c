/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* Another thread turns the table to other buckets meanwhile: what is put into one of these has its lock in another one. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; char *key; int value; };
struct bucket { pthread_mutex_t lock; struct node *head; };
struct table { size_t size; struct bucket *buckets; };
static struct table *t;
static void put(const char *key, int value)
{
    unsigned h = (unsigned)key[0] % 8;
    pthread_mutex_lock(&t->buckets[h].lock);
    for (struct node *n = t->buckets[h].head; n; n = n->next)
        if (!strcmp(n->key, key)) {
            n->value = value;
            pthread_mutex_unlock(&t->buckets[h].lock);
            return;
        }
    struct node *made = malloc(sizeof *made);
    made->key = strdup(key);
    made->value = value;
    made->next = t->buckets[h].head;
    t->buckets[h].head = made;
    pthread_mutex_unlock(&t->buckets[h].lock);
}
static void drop(const char *key)
{
    unsigned h = (unsigned)key[0] % 8;
    pthread_mutex_lock(&t->buckets[h].lock);
    for (struct node **p = &t->buckets[h].head; *p; p = &(*p)->next)
        if (!strcmp((*p)->key, key)) {
            struct node *found = *p;
            *p = found->next;
            free(found->key);
            free(found);
            break;
        }
    pthread_mutex_unlock(&t->buckets[h].lock);
}
static struct bucket *others;
static void *turn(void *unused)
{
    struct bucket *now = t->buckets;
    t->buckets = others;
    others = now;
    return unused;
}
static void *work(void *unused)
{
    char key[2] = {'a' + (__VERIFIER_nondet_int() & 7), 0};
    put(key, 1);
    drop(key);
    return unused;
}
int main(void)
{
    pthread_t ids[2];
    t = malloc(sizeof *t);
    t->size = 8;
    t->buckets = calloc(8, sizeof *t->buckets);
    for (size_t i = 0; i < t->size; i++)
        pthread_mutex_init(&t->buckets[i].lock, NULL);
    pthread_t other;
    others = calloc(8, sizeof *others);
    pthread_create(&other, NULL, turn, NULL);
    for (int i = 0; i < 2; i++)
        pthread_create(&ids[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(ids[i], NULL);
    return 0;
}
