/* heddle: race=TRUE reach=TRUE; engines: explore auto */
/* Two threads are detached, by themselves and by an attribute, and a third one is joined. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int shared, joined;

static void *serve(void *detach)
{
    if (detach)
        pthread_detach(pthread_self());
    pthread_mutex_lock(&lock);
    shared++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *work(void *unused)
{
    joined = 1;
    return unused;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_create(&c, &attributes, work, NULL);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_create(&a, &attributes, serve, NULL);
    pthread_create(&b, NULL, serve, &shared);
    pthread_join(c, NULL);
    assert(joined == 1);
    return 0;
}
