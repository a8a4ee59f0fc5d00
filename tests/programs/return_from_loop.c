/* heddle: reach=TRUE deadlock=TRUE; engines: explore bounded */
/* A result that is always set before it is returned is never an arbitrary value, however the loops and blocks around are left. */
#include <assert.h>
#include <pthread.h>

static int used[2];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static int acquire(void)
{
    pthread_mutex_lock(&m);
    for (;;) {
        for (int i = 0; i < 2; i++)
            if (!used[i]) {
                int found = i;
                used[i] = 1;
                pthread_mutex_unlock(&m);
                return found;
            }
        pthread_mutex_unlock(&m);
        pthread_mutex_lock(&m);
    }
}

static void *thread(void *p)
{
    int i = acquire();
    assert(i == 0 || i == 1);
    return p;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, thread, NULL);
    pthread_create(&u, NULL, thread, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
