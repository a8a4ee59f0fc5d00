/* heddle: reach=TRUE; engines: auto; options: --memory-model=tso */
/* What the owner of a mutex does to it once more is no barrier; it is locked and unlocked as before all the same. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int data;

static void add(void)
{
    pthread_mutex_lock(&m);
    data++;
    pthread_mutex_unlock(&m);
}

static void *work(void *unused)
{
    pthread_mutex_lock(&m);
    add();
    add();
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, work, NULL);
    pthread_create(&u, NULL, work, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(data == 4);
    return 0;
}
