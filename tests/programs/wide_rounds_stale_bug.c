/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* In every round after the first one, the thread of the round before may be joined, which has been joined already. */
#include <pthread.h>
static int shared;
static pthread_t t;
extern int __VERIFIER_nondet_int(void);
static void *work(void *unused) { shared++; return unused; }
int main(void)
{
    while (__VERIFIER_nondet_int()) {
        pthread_t before = t;
        pthread_create(&t, NULL, work, NULL);
        if (__VERIFIER_nondet_int())
            pthread_join(t, NULL);
        else
            pthread_join(before, NULL);
        shared++;
    }
    return 0;
}
