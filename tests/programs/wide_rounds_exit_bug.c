/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* The thread of a round may end in a procedure that it calls, before it has joined its own. */
#include <pthread.h>
static int below;
static pthread_t second;
extern int __VERIFIER_nondet_int(void);
static void *help(void *unused) { below++; return unused; }
static void leave(int now)
{
    if (now > 0)
        pthread_exit(NULL);
    if (now < -7)
        leave(now + 1);
}
static void *work(void *unused)
{
    pthread_create(&second, NULL, help, NULL);
    leave(__VERIFIER_nondet_int());
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
