/* heddle: deadlock=UNKNOWN; engines: wide; options: --undefined=assume; reason: something may keep a thread waiting */
/* A lock made of an atomic section, never given back. */
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void), __VERIFIER_assume(int);
static int taken;
static void take(void)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(!taken);
    taken = 1;
    __VERIFIER_atomic_end();
}
static void *f(void *unused)
{
    take();
    return unused;
}
int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, f, 0);
    pthread_create(&u, 0, f, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
