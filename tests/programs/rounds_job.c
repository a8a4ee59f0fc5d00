/* heddle: memory=TRUE overflow=TRUE; engines: auto */
/* A job on the stack of who asks, handed over by a global pointer: who asks waits until it is done, and asks again. */
#include <pthread.h>
#include <stddef.h>

struct job {
    int input, output, done;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t change = PTHREAD_COND_INITIALIZER;
static struct job *waiting;
static int stop;

static void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    for (;;) {
        while (!waiting && !stop)
            pthread_cond_wait(&change, &lock);
        if (!waiting)
            break;
        struct job *j = waiting;
        waiting = NULL;
        pthread_mutex_unlock(&lock);
        j->output = j->input + 1;
        pthread_mutex_lock(&lock);
        j->done = 1;
        pthread_cond_broadcast(&change);
    }
    pthread_mutex_unlock(&lock);
    return unused;
}

static int ask(int n)
{
    struct job j = {.input = n};
    pthread_mutex_lock(&lock);
    waiting = &j;
    pthread_cond_broadcast(&change);
    while (!j.done)
        pthread_cond_wait(&change, &lock);
    pthread_mutex_unlock(&lock);
    return j.output;
}

int main(void)
{
    pthread_t t;
    int total = 0;
    pthread_create(&t, NULL, worker, NULL);
    for (int i = 0; i < 3; i++)
        total += ask(i);
    pthread_mutex_lock(&lock);
    stop = 1;
    pthread_cond_broadcast(&change);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return total;
}
