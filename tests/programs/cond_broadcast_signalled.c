/* heddle: reach=TRUE deadlock=TRUE; engines: explore; options: --condvars=signalled */
/* A broadcast wakes both threads; a signal (below, not called) would wake one. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c;
int open_gate;

static void *thread(void *unused)
{
    pthread_mutex_lock(&m);
    if (!open_gate)
        pthread_cond_wait(&c, &m);
    assert(open_gate == 1);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_cond_init(&c, NULL);
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    pthread_mutex_lock(&m);
    open_gate = 1;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_cond_destroy(&c);
    return 0;
}
