/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* Two threads have rounds of their own. */
#include <pthread.h>
static int shared;
extern int __VERIFIER_nondet_int(void);
static void *work(void *unused) { shared++; return unused; }
static void *rounds(void *unused)
{
    while (__VERIFIER_nondet_int()) {
        pthread_t t;
        pthread_create(&t, NULL, work, NULL);
        pthread_join(t, NULL);
    }
    return unused;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, rounds, NULL);
    pthread_create(&b, NULL, rounds, NULL);
    return 0;
}
