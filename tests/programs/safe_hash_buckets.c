/* heddle: memory=TRUE overflow=TRUE; engines: auto */
/* A hash table with a lock for each bucket; nodes are freed where they are taken out. */
#include <pthread.h>
#include <stdlib.h>
#define BUCKETS 4
struct node {
    unsigned key;
    int value;
    struct node *next;
};
static struct {
    pthread_mutex_t lock;
    struct node *head;
} table[BUCKETS];
static int insert(unsigned key, int value)
{
    struct node *n = malloc(sizeof *n);
    if (!n)
        return -1;
    n->key = key;
    n->value = value;
    unsigned b = key % BUCKETS;
    pthread_mutex_lock(&table[b].lock);
    n->next = table[b].head;
    table[b].head = n;
    pthread_mutex_unlock(&table[b].lock);
    return 0;
}
static int erase(unsigned key)
{
    unsigned b = key % BUCKETS;
    int found = 0;
    pthread_mutex_lock(&table[b].lock);
    struct node **p = &table[b].head;
    while (*p) {
        if ((*p)->key == key) {
            struct node *n = *p;
            *p = n->next;
            free(n);
            found = 1;
            break;
        }
        p = &(*p)->next;
    }
    pthread_mutex_unlock(&table[b].lock);
    return found;
}
static void *worker(void *arg)
{
    unsigned base = (unsigned)(unsigned long)arg;
    for (unsigned i = 0; i < 2; i++)
        insert(base + i, (int)i);
    erase(base);
    return NULL;
}
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < BUCKETS; i++)
        pthread_mutex_init(&table[i].lock, NULL);
    for (unsigned long i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, (void *)(i * 2));
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    for (int i = 0; i < BUCKETS; i++)
        while (table[i].head) {
            struct node *n = table[i].head;
            table[i].head = n->next;
            free(n);
        }
    return 0;
}
