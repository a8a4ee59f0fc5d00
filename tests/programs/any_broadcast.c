/* heddle: reach=TRUE; engines: monotone; options: --condvars=signalled */
/* Waiting threads that were told by a broadcast see what was set before (after Fig. 29 of Kaiser's thesis). */
#include <assert.h>
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t told = PTHREAD_COND_INITIALIZER;
static int ready, flag;

static void *thread(void *unused)
{
    if (__VERIFIER_nondet_bool()) {
        flag = 1;
        pthread_mutex_lock(&lock);
        ready = 1;
        pthread_cond_broadcast(&told);
        pthread_mutex_unlock(&lock);
    } else {
        pthread_mutex_lock(&lock);
        while (!ready)
            pthread_cond_wait(&told, &lock);
        pthread_mutex_unlock(&lock);
        assert(flag);
    }
    return unused;
}

int main(void)
{
    pthread_t id;
    while (1)
        pthread_create(&id, 0, thread, 0);
}
