/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* Two entries of different buckets lead to one value. */
#include <pthread.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct entry {
    int *value;
    struct entry *next;
};
struct bucket {
    pthread_mutex_t lock;
    struct entry *head;
};
static struct bucket table[8];

static struct entry *make(void)
{
    struct entry *e = malloc(sizeof *e);
    e->value = malloc(sizeof *e->value);
    *e->value = 0;
    return e;
}

static void put(struct bucket *b, struct entry *e)
{
    e->next = b->head;
    b->head = e;
}

static struct bucket *any(void) { return &table[__VERIFIER_nondet_uint() % 8]; }

static void look(void)
{
    struct bucket *b = any();
    pthread_mutex_lock(&b->lock);
    for (struct entry *e = b->head; e; e = e->next)
        ++*e->value;
    pthread_mutex_unlock(&b->lock);
}

static void *work(void *unused)
{
    struct bucket *b = any(), *c = any();
    struct entry *e = make(), *f = make();
    f->value = e->value;
    pthread_mutex_lock(&b->lock);
    put(b, e);
    pthread_mutex_unlock(&b->lock);
    pthread_mutex_lock(&c->lock);
    put(c, f);
    pthread_mutex_unlock(&c->lock);
    look();
    return c ? unused : NULL;
}

int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
