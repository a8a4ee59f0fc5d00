/* heddle: race=FALSE locks=TRUE; engines: explore */
/* A condition variable is initialised while another thread may use it. */
#include <pthread.h>

static pthread_cond_t come;

static void *worker(void *p)
{
    pthread_cond_signal(&come);
    return p;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_cond_init(&come, NULL);
    pthread_join(t, NULL);
    return 0;
}
