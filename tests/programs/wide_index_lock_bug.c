/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* The number is another one when the element is found again: it has been counted up, made shorter, or comes from the next round. */
#include <pthread.h>
#include <stdint.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct bucket {
    pthread_mutex_t lock;
    unsigned count, shorter, next;
};
static struct bucket table[512];

static void *work(void *unused)
{
    unsigned i = __VERIFIER_nondet_uint() % 511;
    pthread_mutex_lock(&table[i].lock);
    table[i + 1].count++;
    table[(uint8_t)i].shorter++;
    pthread_mutex_unlock(&table[i].lock);
    for (unsigned k = 0;; k++) {
        if (k && __VERIFIER_nondet_uint() % 2) {
            table[k].next++; /* holding the one before */
            pthread_mutex_unlock(&table[k - 1].lock);
        }
        if (k == 511)
            return unused;
        pthread_mutex_lock(&table[k].lock);
    }
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
