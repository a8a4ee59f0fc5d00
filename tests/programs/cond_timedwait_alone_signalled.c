/* heddle: deadlock=TRUE; engines: explore; options: --condvars=signalled */
/* Nobody ever signals, but time goes by. */
#include <pthread.h>
#include <time.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *waiter(void *unused)
{
    struct timespec until = {1, 0};
    pthread_mutex_lock(&m);
    pthread_cond_timedwait(&c, &m, &until);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, waiter, NULL);
    pthread_join(t, NULL);
    return 0;
}
