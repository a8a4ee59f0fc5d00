/* heddle: reach=TRUE race=FALSE locks=TRUE; engines: explore */
/* Double-checked initialisation with a plain flag: right under sequential consistency, but a data race. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int ready, value;

static int get(void)
{
    if (!ready) {
        pthread_mutex_lock(&m);
        if (!ready) {
            value = 6;
            ready = 1;
        }
        pthread_mutex_unlock(&m);
    }
    return value;
}

static void *thread(void *unused)
{
    assert(get() == 6);
    return unused;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, thread, NULL);
    assert(get() == 6);
    return 0;
}
