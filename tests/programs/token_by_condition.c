/* heddle: reach=TRUE; engines: explore flow; options: --domain values */
/* One thread takes a token when there is one, another puts it back when there is none: it is there in the end. */
#include <assert.h>
#include <pthread.h>

static int tokens = 1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *giver(void *unused)
{
    pthread_mutex_lock(&lock);
    while (tokens > 0)
        pthread_cond_wait(&changed, &lock);
    tokens++;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *taker(void *unused)
{
    pthread_mutex_lock(&lock);
    while (tokens == 0)
        pthread_cond_wait(&changed, &lock);
    tokens--;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, giver, 0);
    pthread_create(&b, 0, taker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(tokens == 1);
    return 0;
}
