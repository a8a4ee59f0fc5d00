/* heddle: reach=TRUE; engines: guess */
/* What was put in is what was taken out and what is on its way, and a flag that is set and reset in turn says that nothing is left on its way. */
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int n;
int put, taken;
int slot, full;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *produce(void *u)
{
    for (int i = 0; i < n;) {
        pthread_mutex_lock(&m);
        if (!full) {
            slot = __VERIFIER_nondet_int() & 63;
            put += slot;
            full = 1;
            i++;
        }
        pthread_mutex_unlock(&m);
    }
    return u;
}
static void *consume(void *u)
{
    for (int i = 0; i < n;) {
        pthread_mutex_lock(&m);
        if (full) {
            taken += slot;
            full = 0;
            i++;
        }
        pthread_mutex_unlock(&m);
    }
    return u;
}
int main(void)
{
    pthread_t a, b;
    n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000)
        return 0;
    pthread_create(&a, 0, produce, 0);
    pthread_create(&b, 0, consume, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(put == taken);
}
