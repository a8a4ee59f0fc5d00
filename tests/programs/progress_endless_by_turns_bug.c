/* heddle: deadlock=UNKNOWN; engines: progress; reason: what threads wait for need not come */
/* The holder of the lock counts and looks for the end in two places by turns, in each for a number that comes in the other: it goes on for ever. */
#include <pthread.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *w(void *a)
{
    pthread_mutex_lock(&m);
    unsigned char i = __VERIFIER_nondet_uchar();
    for (;;) {
        i++;
        if (i & 1) {
            if (i == 6)
                break;
        } else {
            if (i == 5)
                break;
        }
    }
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, w, 0);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}
