/* heddle: memory=UNKNOWN; engines: explore flow; options: --leaks=lost; reason: need not end */
/* Memory is lost before the thread that main joins waits for ever. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    int *p = malloc(sizeof *p);
    *p = 1;
    pthread_mutex_lock(&lock);
    pthread_create(&t, NULL, work, NULL);
    p = NULL;
    pthread_join(t, NULL);
    pthread_mutex_unlock(&lock);
    return p != NULL;
}
