/* heddle: memory=TRUE overflow=FALSE; engines: auto */
/* A counter that nobody bounds. */
#include <pthread.h>
#include <stdatomic.h>
static int hits;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
extern _Bool __VERIFIER_nondet_bool(void);
static void *worker(void *arg)
{
    while (__VERIFIER_nondet_bool()) {
        pthread_mutex_lock(&lock);
        hits = hits + 1000000000;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, worker, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return 0;
}
