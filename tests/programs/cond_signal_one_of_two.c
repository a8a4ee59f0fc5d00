/* heddle: deadlock=FALSE; engines: explore bounded; options: --condvars=signalled */
/* One signal for two that wait: one of them stays. */
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int waiting;

static void *thread(void *unused)
{
    pthread_mutex_lock(&m);
    waiting++;
    pthread_cond_wait(&c, &m);
    waiting--;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, thread, NULL);
    pthread_create(&u, NULL, thread, NULL);
    pthread_mutex_lock(&m);
    if (waiting == 2)
        pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
