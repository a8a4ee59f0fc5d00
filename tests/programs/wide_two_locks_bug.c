/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* Two locks at once, which may be one that a thread may have twice: the first unlock gives it back once, the other is not taken. */
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static struct account { pthread_rwlock_t lock; long balance; } accounts[4];
static void move(struct account *x, struct account *y)
{
    pthread_rwlock_wrlock(&x->lock);
    pthread_rwlock_wrlock(&y->lock); /* the same one: it fails */
    pthread_rwlock_unlock(&x->lock);
    y->balance++;
    pthread_rwlock_unlock(&y->lock);
}
static void *work(void *unused)
{
    move(&accounts[__VERIFIER_nondet_int() & 3], &accounts[__VERIFIER_nondet_int() & 3]);
    return unused;
}
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 4; i++)
        pthread_rwlock_init(&accounts[i].lock, NULL);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
