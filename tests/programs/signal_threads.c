/* heddle: reach=TRUE race=TRUE memory=TRUE; engines: auto */
/* A handler may run in any thread. What it sets is atomic. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
static atomic_int stop;
static int count;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void on_interrupt(int number) { (void)number; stop = 1; }
static void *work(void *unused)
{
    pthread_mutex_lock(&m);
    count++;
    pthread_mutex_unlock(&m);
    return unused;
}
int main(void)
{
    struct sigaction action;
    pthread_t t;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_interrupt;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    pthread_create(&t, NULL, work, NULL);
    while (!stop) {
        pthread_mutex_lock(&m);
        assert(count <= 1);
        pthread_mutex_unlock(&m);
    }
    pthread_join(t, NULL);
    assert(count == 1 && stop == 1);
    return 0;
}
