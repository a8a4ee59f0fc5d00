/* heddle: race=TRUE; engines: wide; options: --undefined=assume */
/* A hash table whose buckets are lists, with a lock in each: entries are put in, changed, taken out of the middle (by a pointer to the link, and by the one before), and freed under the lock of their bucket. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct entry {
    char *key, *value;
    struct entry *next;
};
struct bucket {
    pthread_mutex_t lock;
    struct entry *head;
    unsigned count;
};
static struct bucket table[64];

static struct bucket *bucket_of(const char *key) { return &table[(unsigned char)*key % 64]; }

__attribute__((noinline)) static struct entry *find(struct bucket *b, const char *key)
{
    struct entry *e = b->head;
    while (e && strcmp(e->key, key) != 0)
        e = e->next;
    return e;
}

static void set(const char *key, const char *value)
{
    struct bucket *b = bucket_of(key);
    pthread_mutex_lock(&b->lock);
    struct entry *e = find(b, key);
    if (!e) {
        e = malloc(sizeof *e);
        e->key = strdup(key);
        e->key[0] = *key; /* nobody else knows it yet */
        e->value = NULL;
        e->next = b->head;
        b->head = e;
        b->count++;
    }
    free(e->value);
    e->value = strdup(value);
    pthread_mutex_unlock(&b->lock);
}

static void destroy(struct entry *e)
{
    free(e->key);
    free(e->value);
    free(e);
}

static void remove_by_link(const char *key)
{
    struct bucket *b = bucket_of(key);
    pthread_mutex_lock(&b->lock);
    for (struct entry **p = &b->head; *p; p = &(*p)->next)
        if (strcmp((*p)->key, key) == 0) {
            struct entry *e = *p;
            *p = e->next;
            b->count--;
            destroy(e);
            break;
        }
    pthread_mutex_unlock(&b->lock);
}

static void remove_behind(const char *key)
{
    struct bucket *b = bucket_of(key);
    pthread_mutex_lock(&b->lock);
    struct entry *before = NULL, *e = b->head;
    for (; e && strcmp(e->key, key) != 0; e = e->next)
        before = e;
    if (e) {
        if (before)
            before->next = e->next;
        else
            b->head = e->next;
        b->count--;
        destroy(e);
    }
    pthread_mutex_unlock(&b->lock);
}

static void *work(void *unused)
{
    char key[2] = {(char)__VERIFIER_nondet_uint(), 0};
    set(key, "value");
    if (__VERIFIER_nondet_uint())
        remove_by_link(key);
    else
        remove_behind(key);
    return unused;
}

int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 64; i++)
        pthread_mutex_init(&table[i].lock, NULL);
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
