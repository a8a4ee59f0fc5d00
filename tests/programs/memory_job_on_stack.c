/* heddle: memory=TRUE overflow=TRUE; engines: explore */
/* A job that is a local variable is taken back before the function returns. */
#include <pthread.h>
#include <stdlib.h>

struct job {
    int number;
};
static struct job *job;
static int done;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    if (job)
        job->number++;
    done = 1;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void give(void)
{
    struct job here = {1};
    pthread_mutex_lock(&lock);
    job = &here;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    job = NULL;
    pthread_mutex_unlock(&lock);
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    give();
    pthread_join(t, NULL);
    return 0;
}
