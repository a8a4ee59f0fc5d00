/* heddle: reach=UNKNOWN locks=FALSE; engines: explore; reason: undefined: use of a mutex that was destroyed */
/* One thread destroys what another one uses; the function that does it has a name like one of the library. */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;
static void mtx_teardown(void) { pthread_mutex_destroy(&lock); }
static void *user(void *unused)
{
    if (pthread_mutex_trylock(&lock) == 0) {
        count++;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}
static void *ender(void *unused)
{
    mtx_teardown();
    return unused;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, user, NULL);
    pthread_create(&b, NULL, ender, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(count <= 1);
}
