/* heddle: reach=UNKNOWN locks=FALSE; engines: explore; reason: undefined: use of a mutex that was destroyed */
/* Another thread is joined than the one that uses the mutex. */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;
static void *user(void *unused)
{
    if (pthread_mutex_trylock(&lock) == 0) {
        count++;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}
static void *idle(void *unused) { return unused; }
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, user, NULL);
    pthread_create(&b, NULL, idle, NULL);
    pthread_join(b, NULL);
    pthread_mutex_destroy(&lock);
    pthread_join(a, NULL);
    assert(count <= 1);
}
