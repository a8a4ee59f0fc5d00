/* heddle: race=TRUE; engines: wide; options: --undefined=assume */
/* Two tables on the heap, made in one place, with a lock for readers and writers each; functions put entries in that their callers made, and return what they found. */
#include <pthread.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct entry {
    unsigned key, hits;
    struct entry *next;
};
struct table {
    pthread_rwlock_t lock;
    struct entry *slots[16];
};
static struct table *tables[2];

static struct table *make_table(void)
{
    struct table *t = calloc(1, sizeof *t);
    pthread_rwlock_init(&t->lock, NULL);
    return t;
}

__attribute__((noinline)) static struct entry *make_entry(unsigned key)
{
    struct entry *e = calloc(1, sizeof *e);
    e->key = key;
    return e;
}

__attribute__((noinline)) static struct entry *find(struct table *t, unsigned key)
{
    for (struct entry *e = t->slots[key % 16]; e; e = e->next)
        if (e->key == key)
            return e;
    return NULL;
}

__attribute__((noinline)) static void insert(struct table *t, struct entry *e)
{
    e->next = t->slots[e->key % 16];
    t->slots[e->key % 16] = e;
}

static void *work(void *unused)
{
    unsigned key = __VERIFIER_nondet_uint();
    struct table *t = tables[__VERIFIER_nondet_uint() % 2];
    struct entry *made = make_entry(key);
    pthread_rwlock_wrlock(&t->lock);
    struct entry *e = find(t, key);
    if (e)
        e->hits++;
    else
        insert(t, made);
    pthread_rwlock_unlock(&t->lock);
    pthread_rwlock_rdlock(&t->lock);
    e = find(t, key + 1);
    unsigned hits = e ? e->hits : 0;
    pthread_rwlock_unlock(&t->lock);
    return hits ? unused : NULL;
}

int main(void)
{
    pthread_t t[3];
    tables[0] = make_table();
    tables[1] = make_table();
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
