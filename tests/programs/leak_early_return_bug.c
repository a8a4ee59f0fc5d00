/* heddle: memory=FALSE; engines: explore; options: --leaks=lost */
/* A thread that is told to stop returns without freeing what it has allocated. */
#include <pthread.h>
#include <stdlib.h>

static int done;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused)
{
    int *p = malloc(sizeof *p);
    *p = 1;
    pthread_mutex_lock(&lock);
    int leave = done;
    pthread_mutex_unlock(&lock);
    if (leave)
        return unused;
    free(p);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_mutex_lock(&lock);
    done = 1;
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
