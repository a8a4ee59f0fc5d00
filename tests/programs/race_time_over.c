/* heddle: race=FALSE; engines: explore; options: --shortest --no-passes --timeout 2 */
/* The race on x lies behind a long section, and the search for races on w has no end: the schedule is found again when the time is over. */
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern unsigned __VERIFIER_nondet_uint(void);
int x, y; unsigned z, w; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *thread(void *arg)
{
    x++;
    return 0;
}
void *busy(void *arg)
{
    for (unsigned i = 0;; i++)
        pthread_mutex_lock(&m), w = i * 3 + w, z++, pthread_mutex_unlock(&m);
    return 0;
}
int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, thread, 0);
    __VERIFIER_atomic_begin();
    for (int i = 0; i < 1000; i++)
        y = i;
    __VERIFIER_atomic_end();
    x = 2;
    pthread_create(&u, 0, busy, 0);
    pthread_create(&u, 0, busy, 0);
    z = 1;
    return 0;
}
