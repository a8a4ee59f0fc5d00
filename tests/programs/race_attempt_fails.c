/* heddle: race=TRUE; engines: explore */
/* Whoever does not get the lock does something else: that an attempt failed says nothing of what others have done before. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, missed_lock = PTHREAD_MUTEX_INITIALIZER;
static int done, missed;

static void *worker(void *p)
{
    if (pthread_mutex_trylock(&lock) == 0) {
        done++;
        pthread_mutex_unlock(&lock);
    } else {
        pthread_mutex_lock(&missed_lock);
        missed++;
        pthread_mutex_unlock(&missed_lock);
    }
    return p;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    worker(NULL);
    pthread_join(t, NULL);
    return done + missed != 2;
}
