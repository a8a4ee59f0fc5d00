/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* A round within a round: the thread of the outer one lives while that of the inner one does. */
#include <pthread.h>
static int shared;
extern int __VERIFIER_nondet_int(void);
static void *work(void *unused) { shared++; return unused; }
static void turn(int depth)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    if (depth > 0)
        turn(depth - 1);
    pthread_join(t, NULL);
}
int main(void)
{
    turn(__VERIFIER_nondet_int());
    return 0;
}
