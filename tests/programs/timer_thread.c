/* heddle: race=TRUE reach=TRUE memory=TRUE; engines: auto */
/* A timer that calls a function in a new thread, once: it counts under a lock, and what was written before the timer was set is there. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int given, count;

static void expired(union sigval value)
{
    assert(*(int *)value.sival_ptr == 3);
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
}

int main(void)
{
    timer_t timer;
    struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = expired, .sigev_value = {.sival_ptr = &given}};
    struct itimerspec once = {{0, 0}, {1, 0}};
    given = 3;
    if (timer_create(CLOCK_MONOTONIC, &event, &timer))
        return 1;
    timer_settime(timer, 0, &once, NULL);
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
    return 0;
}
