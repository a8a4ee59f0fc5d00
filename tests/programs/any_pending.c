/* heddle: reach=TRUE; engines: monotone */
/* Any number of requests are counted while they run; one thread stops the service, and gives back the one that stands for the service itself.
 * Requests add and the thread that stops takes away: what is counted has both signs. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static bool stopping, idle, stopped;
static int pending = 1;

static void leave(void)
{
    __VERIFIER_atomic_begin();
    bool last = --pending == 0;
    __VERIFIER_atomic_end();
    if (last)
        idle = true;
}

static void *stop(void *unused)
{
    stopping = true;
    leave();
    __VERIFIER_assume(idle);
    stopped = true;
    return unused;
}

static void *request(void *unused)
{
    __VERIFIER_atomic_begin();
    bool enters = !stopping;
    if (enters) {
        __VERIFIER_assume(pending < 1000000);
        pending++;
    }
    __VERIFIER_atomic_end();
    if (enters) {
        assert(!stopped);
        leave();
    }
    return unused;
}

int main(void)
{
    pthread_t id;
    pthread_create(&id, 0, stop, 0);
    while (1)
        pthread_create(&id, 0, request, 0);
}
