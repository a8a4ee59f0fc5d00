/* heddle: memory=FALSE overflow=TRUE; engines: auto */
/* A pointer to what the settings are is read under the lock and followed outside of it, when they may be freed. */
#include <pthread.h>
#include <stdlib.h>
struct config {
    int port;
};
static struct config *config;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct config *get(void)
{
    pthread_mutex_lock(&lock);
    struct config *c = config;
    pthread_mutex_unlock(&lock);
    return c;
}
static void set(int port)
{
    struct config *c = malloc(sizeof *c);
    c->port = port;
    pthread_mutex_lock(&lock);
    struct config *old = config;
    config = c;
    pthread_mutex_unlock(&lock);
    free(old);
}
static void *reader(void *arg)
{
    *(int *)arg = get()->port;
    return 0;
}
int main(void)
{
    pthread_t t;
    int port;
    set(80);
    pthread_create(&t, 0, reader, &port);
    set(8080);
    pthread_join(t, 0);
    free(config);
    return port;
}
