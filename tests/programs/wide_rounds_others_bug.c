/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* Main joins a thread of another thread's rounds: the next round has another one. */
#include <pthread.h>
static int shared;
static pthread_t t;
extern int __VERIFIER_nondet_int(void);
static void *work(void *unused) { shared++; return unused; }
static void *rounds(void *unused)
{
    while (__VERIFIER_nondet_int()) {
        pthread_create(&t, NULL, work, NULL);
        pthread_join(t, NULL);
    }
    return unused;
}
int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, rounds, NULL);
    pthread_join(t, NULL);
    shared++;
    return 0;
}
