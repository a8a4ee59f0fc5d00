/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* A round may end before its thread. */
#include <pthread.h>
static int shared;
extern int __VERIFIER_nondet_int(void);
static void *work(void *unused) { shared++; return unused; }
int main(void)
{
    while (__VERIFIER_nondet_int()) {
        pthread_t t;
        pthread_create(&t, NULL, work, NULL);
        if (__VERIFIER_nondet_int())
            continue;
        pthread_join(t, NULL);
    }
    return 0;
}
