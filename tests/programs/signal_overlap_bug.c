/* heddle: reach=FALSE race=FALSE; engines: auto */
/* A handler that runs in two threads at a time: one of them overwrites what the other has counted. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
static volatile sig_atomic_t count;
static void on_signal(int number) { (void)number; count++; }
static void *work(void *unused) { return unused; }
int main(void)
{
    pthread_t t;
    signal(SIGUSR1, on_signal);
    pthread_create(&t, NULL, work, NULL);
    int before = count;
    int after = count;
    assert(after >= before);
    pthread_join(t, NULL);
    return 0;
}
