/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* What is put into one shard leads to what is in another one. */
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct entry { struct entry *next, *more; int key; char text[8]; };
static struct shard { int used; struct entry *buckets[8]; char name[16]; struct entry *newest; pthread_mutex_t lock; } shards[4];
static struct entry *find(struct shard *s, int key)
{
    for (struct entry *e = s->buckets[key & 7]; e; e = e->next)
        if (e->key == key)
            return e;
    return NULL;
}
static void put(int key)
{
    struct shard *s = &shards[key & 3];
    pthread_mutex_lock(&s->lock);
    struct entry *e = find(s, key);
    if (!e) {
        e = malloc(sizeof *e);
        e->key = key;
        e->next = s->buckets[key & 7];
        s->buckets[key & 7] = e;
        e->more = find(&shards[(key + 1) & 3], key);
        s->newest = e;
        s->used++;
    }
    if (e->more)
        e->more->text[key & 7] = 'x';
    s->name[s->used & 15] = 'y';
    pthread_mutex_unlock(&s->lock);
}
static void *work(void *unused)
{
    put(__VERIFIER_nondet_int());
    return unused;
}
int main(void)
{
    pthread_t t[2];
    for (size_t i = 0; i < 4; i++)
        pthread_mutex_init(&shards[i].lock, NULL);
    for (size_t i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return shards[0].used;
}
