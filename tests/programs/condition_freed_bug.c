/* heddle: memory=FALSE race=FALSE; engines: explore */
/* The signal is sent after the mutex was given back: the other may have seen the answer, destroyed the condition variable and freed it. */
#include <pthread.h>
#include <stdlib.h>

struct answer {
    pthread_mutex_t lock;
    pthread_cond_t come;
    int is_there;
};

static void *worker(void *p)
{
    struct answer *a = p;
    pthread_mutex_lock(&a->lock);
    a->is_there = 1;
    pthread_mutex_unlock(&a->lock);
    pthread_cond_signal(&a->come);
    return NULL;
}

int main(void)
{
    pthread_t t;
    struct answer *a = malloc(sizeof *a);
    pthread_mutex_init(&a->lock, NULL);
    pthread_cond_init(&a->come, NULL);
    a->is_there = 0;
    pthread_create(&t, NULL, worker, a);
    pthread_mutex_lock(&a->lock);
    while (!a->is_there)
        pthread_cond_wait(&a->come, &a->lock);
    pthread_mutex_unlock(&a->lock);
    pthread_cond_destroy(&a->come);
    free(a);
    pthread_join(t, NULL);
    return 0;
}
