/* heddle: deadlock=FALSE; engines: explore; options: --condvars=signalled */
/* A signal may go to one who waits with a limit: the other one, who has none, waits for ever. */
#include <pthread.h>
#include <time.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void *patient(void *unused)
{
    pthread_mutex_lock(&m);
    pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return unused;
}

static void *hasty(void *unused)
{
    struct timespec until = {1, 0};
    pthread_mutex_lock(&m);
    pthread_cond_timedwait(&c, &m, &until);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, patient, NULL);
    pthread_create(&u, NULL, hasty, NULL);
    pthread_mutex_lock(&m);
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(u, NULL);
    pthread_join(t, NULL);
    return 0;
}
