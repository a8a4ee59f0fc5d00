/* heddle: reach=FALSE; engines: auto */
/* As horn_between.c, but it is said to be done before it has begun. */
#include <assert.h>
#include <pthread.h>

unsigned begun, done;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    done++;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    assert(done <= begun + 1);
    begun++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
