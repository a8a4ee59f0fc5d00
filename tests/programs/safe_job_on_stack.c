/* heddle: memory=TRUE overflow=TRUE; engines: auto */
/* Jobs lie on the stack of who asks, in a queue, each with a lock and a condition of its own; the function that asks is called in a loop. */
#include <pthread.h>
#include <stdlib.h>
struct job {
    int input, output;
    int done;
    pthread_mutex_t lock;
    pthread_cond_t ready;
    struct job *next;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t some = PTHREAD_COND_INITIALIZER;
static struct job *queue;
static int stop;
static void *worker(void *arg)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        while (!queue && !stop)
            pthread_cond_wait(&some, &lock);
        struct job *j = queue;
        if (!j) {
            pthread_mutex_unlock(&lock);
            return arg;
        }
        queue = j->next;
        pthread_mutex_unlock(&lock);
        pthread_mutex_lock(&j->lock);
        j->output = j->input + 1;
        j->done = 1;
        pthread_cond_signal(&j->ready);
        pthread_mutex_unlock(&j->lock);
    }
}
static int ask(int n)
{
    struct job j = {.input = n, .lock = PTHREAD_MUTEX_INITIALIZER, .ready = PTHREAD_COND_INITIALIZER};
    pthread_mutex_lock(&lock);
    j.next = queue;
    queue = &j;
    pthread_cond_signal(&some);
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&j.lock);
    while (!j.done)
        pthread_cond_wait(&j.ready, &j.lock);
    pthread_mutex_unlock(&j.lock);
    return j.output;
}
int main(void)
{
    pthread_t t;
    int sum = 0;
    pthread_create(&t, NULL, worker, NULL);
    for (int i = 0; i < 3; i++)
        sum += ask(i);
    pthread_mutex_lock(&lock);
    stop = 1;
    pthread_cond_broadcast(&some);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return sum != 6;
}
