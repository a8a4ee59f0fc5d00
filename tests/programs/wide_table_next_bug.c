/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* What was found in one bucket is used in the next round, which holds the lock of another one. */
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
    struct entry *e = NULL;
    for (int k = 0; k < 8; k++) {
        b = &table[k];
        pthread_mutex_lock(&b->lock);
        if (e)
            ++*e->value;
        put(b, make());
        e = b->head;
        pthread_mutex_unlock(&b->lock);
    }
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
