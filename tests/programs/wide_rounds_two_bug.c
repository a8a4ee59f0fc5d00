/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* Of the threads of a round one is joined only, which the other one may meet. */
#include <pthread.h>
static int shared;
extern int __VERIFIER_nondet_int(void);
static void *work(void *unused) { shared++; return unused; }
static pthread_t start(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    return t;
}
int main(void)
{
    while (__VERIFIER_nondet_int()) {
        pthread_t a = start(), b = start();
        pthread_join(__VERIFIER_nondet_int() ? a : b, NULL);
    }
    return 0;
}
