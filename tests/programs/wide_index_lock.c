/* heddle: race=TRUE; engines: wide; options: --undefined=assume */
/* Each element of an array has a lock; the elements are found by number each time. */
#include <pthread.h>
#include <stdint.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct bucket {
    pthread_mutex_t lock;
    unsigned count;
};
static struct bucket table[64];
static void *work(void *unused)
{
    unsigned i = __VERIFIER_nondet_uint() % 64;
    pthread_mutex_lock(&table[i].lock);
    table[i].count++;
    pthread_mutex_unlock(&table[i].lock);
    for (uint8_t k = 0; k < 64; k++) {
        pthread_mutex_lock(&table[k].lock);
        if (table[k].count)
            table[k].count -= table[k].count / 2;
        pthread_mutex_unlock(&table[k].lock);
    }
    struct bucket *all = table + 1;
    unsigned w = __VERIFIER_nondet_uint() % 63;
    pthread_mutex_lock(&all[w].lock);
    all[w].count++;
    pthread_mutex_unlock(&all[w].lock);
    return unused;
}

int main(void)
{
    pthread_t t[3];
    for (int k = 0; k < 3; k++)
        pthread_create(&t[k], 0, work, 0);
    for (int k = 0; k < 3; k++)
        pthread_join(t[k], 0);
    return 0;
}
