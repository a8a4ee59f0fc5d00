/* heddle: race=TRUE reach=TRUE memory=TRUE; engines: auto explore */
/* A thread locks one of two mutexes, by the number that its id is: whichever it is, it protects what lies beside it. An id may be null or somebody's. */
#include <assert.h>
#include <pthread.h>

static struct stripe {
    pthread_mutex_t lock;
    int count;
} stripes[2] = {{PTHREAD_MUTEX_INITIALIZER, 0}, {PTHREAD_MUTEX_INITIALIZER, 0}};
static pthread_t nobody;

static void *work(void *argument)
{
    struct stripe *s = &stripes[pthread_self() & 1];
    pthread_mutex_lock(&s->lock);
    s->count++;
    pthread_mutex_unlock(&s->lock);
    assert(pthread_self() != nobody && pthread_self() != 0);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
