/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* Two locks at once, which may be one that a thread may have twice. */
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static struct account { pthread_mutex_t lock; long balance; } accounts[4];
static void move(struct account *x, struct account *y)
{
    pthread_mutex_lock(&x->lock);
    pthread_mutex_lock(&y->lock);
    pthread_mutex_unlock(&x->lock);
    y->balance++;
    pthread_mutex_unlock(&y->lock);
}
static void *work(void *unused)
{
    move(&accounts[__VERIFIER_nondet_int() & 3], &accounts[__VERIFIER_nondet_int() & 3]);
    return unused;
}
int main(void)
{
    pthread_t t[2];
    pthread_mutexattr_t again;
    pthread_mutexattr_init(&again);
    pthread_mutexattr_settype(&again, PTHREAD_MUTEX_ERRORCHECK);
    for (int i = 0; i < 4; i++)
        pthread_mutex_init(&accounts[i].lock, &again);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
