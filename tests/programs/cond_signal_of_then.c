/* heddle: reach=TRUE; engines: explore bounded; options: --condvars=signalled */
/* A signal wakes somebody who waits at that time; whoever begins to wait later needs another one. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void *late(void *unused)
{
    pthread_mutex_lock(&m);
    pthread_cond_wait(&c, &m); /* begins after the signal below, which comes first: main holds the mutex */
    assert(0);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, NULL, late, NULL);
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return 0;
}
