/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* The thread of a round may leave one behind, which meets that of the next round. */
#include <pthread.h>
static int below;
static pthread_t second;
extern int __VERIFIER_nondet_int(void);
static void *help(void *unused) { below++; return unused; }
static void *work(void *unused)
{
    pthread_create(&second, NULL, help, NULL);
    if (__VERIFIER_nondet_int())
        pthread_join(second, NULL);
    return unused;
}
int main(void)
{
    while (__VERIFIER_nondet_int()) {
        pthread_t t;
        pthread_create(&t, NULL, work, NULL);
        pthread_join(t, NULL);
    }
    return 0;
}
