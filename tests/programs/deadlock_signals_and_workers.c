/* heddle: deadlock=TRUE; engines: explore */
/* Signals give a worker more to do, and end the program. */
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t stop, more;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t change = PTHREAD_COND_INITIALIZER;
static int jobs, done;

static void on_stop(int signal)
{
    stop = signal;
}

static void on_more(int signal)
{
    more = signal;
}

static void *worker(void *p)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        while (!jobs && !done)
            pthread_cond_wait(&change, &lock);
        if (!jobs) {
            pthread_mutex_unlock(&lock);
            return p;
        }
        jobs--;
        pthread_mutex_unlock(&lock);
    }
}

int main(void)
{
    pthread_t t;
    struct sigaction action = {.sa_handler = on_stop};
    sigaction(SIGTERM, &action, NULL);
    action.sa_handler = on_more;
    sigaction(SIGHUP, &action, NULL);
    pthread_create(&t, NULL, worker, NULL);
    while (!stop) {
        sleep(1);
        if (more) {
            more = 0;
            pthread_mutex_lock(&lock);
            if (jobs < 2)
                jobs++;
            pthread_cond_signal(&change);
            pthread_mutex_unlock(&lock);
        }
    }
    pthread_mutex_lock(&lock);
    done = 1;
    pthread_cond_broadcast(&change);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
