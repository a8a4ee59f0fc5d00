/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* A round within a round, whose thread nobody joins: that of the outer round has been joined, and is joined again. */
#include <pthread.h>
static int shared;
static pthread_t t;
extern int __VERIFIER_nondet_int(void);
static void *work(void *unused) { shared++; return unused; }
static void turn(int inner)
{
    pthread_t own;
    pthread_create(&own, NULL, work, NULL);
    t = own;
    if (inner)
        return;
    pthread_join(own, NULL);
    turn(1);
    pthread_join(own, NULL);
    shared++;
}
int main(void)
{
    turn(0);
    return 0;
}
