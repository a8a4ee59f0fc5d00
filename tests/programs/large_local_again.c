/* heddle: reach=TRUE; engines: predicate */
/* A buffer in the loop of a worker: it begins again in each round, and holds anything then. */
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int served;
static void *worker(void *x)
{
    for (;;) {
        char buffer[4096];
        int n = __VERIFIER_nondet_int();
        if (n < 0 || n >= 4096)
            break;
        buffer[n] = 7;
        assert(buffer[n] == 7);
        pthread_mutex_lock(&m);
        served++;
        pthread_mutex_unlock(&m);
    }
    return 0;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
}
