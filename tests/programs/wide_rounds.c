/* heddle: race=TRUE; engines: wide; options: --undefined=assume */
/* A thread for each round, and one that it creates itself; both are joined before the next round, if they were created. */
#include <pthread.h>
static int shared, below;
static pthread_t second;
extern int __VERIFIER_nondet_int(void);
static void *help(void *unused) { below++; return unused; }
static void *work(void *unused)
{
    shared++;
    if (shared % 2) {
        pthread_create(&second, NULL, help, NULL);
        shared++;
        pthread_join(second, NULL);
        below++;
    }
    return unused;
}
int main(void)
{
    while (__VERIFIER_nondet_int()) {
        pthread_t t;
        below++;
        pthread_create(&t, NULL, work, NULL);
        pthread_join(t, NULL);
        shared++;
    }
    return 0;
}
