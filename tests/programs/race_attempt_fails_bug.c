/* heddle: race=FALSE; engines: explore */
/* That a mutex is found taken orders nothing (POSIX leaves it open), though all atomic accesses are sequentially consistent. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *holder(void *p)
{
    data = 1;
    pthread_mutex_lock(&lock);
    return p;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, holder, NULL);
    if (pthread_mutex_trylock(&lock) != 0)
        return data;
    return 0;
}
